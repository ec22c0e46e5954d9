/** A phrase within a sentence: with a lower-case first letter. */
export const small = (phrase: string): string => phrase.charAt(0).toLocaleLowerCase() + phrase.slice(1);

/** A phrase on a button: with a capital first letter. */
export const capital = (phrase: string): string => phrase.charAt(0).toLocaleUpperCase() + phrase.slice(1);
