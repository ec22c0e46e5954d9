/** The parts of a text; *words* between asterisks are emphasized. */
export const emphasised = (text: string): { words: string; strong: boolean }[] =>
  text.split("*").map((words, index) => ({ words, strong: index % 2 === 1 }));
