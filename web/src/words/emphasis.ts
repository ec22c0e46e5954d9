/** The parts of a text in which *words* between stars stand out. */
export const emphasised = (text: string): { words: string; strong: boolean }[] =>
  text.split("*").map((words, index) => ({ words, strong: index % 2 === 1 }));
