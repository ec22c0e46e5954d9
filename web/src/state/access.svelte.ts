/** Whether the server asks for an access code before it answers anything. */
let needed = $state(false);

/** Whether the page has to ask for the access code. */
export const accessNeeded = (): boolean => needed;

/** Notes that the server refused a request because it lacks the code. */
export function askForAccess(): void {
  needed = true;
}
