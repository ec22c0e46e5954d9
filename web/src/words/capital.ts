/** A phrase as it stands on a button: with a capital first letter. */
export const capital = (phrase: string): string => phrase.charAt(0).toLocaleUpperCase() + phrase.slice(1);
