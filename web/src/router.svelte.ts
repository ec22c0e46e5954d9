/** The router: the address is the state, so that links and the back button work. */

export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string }
  | { page: "review"; table: string }
  | { page: "learn"; game: string }
  | { page: "rules"; game: string }
  | { page: "cards"; game: string }
  | { page: "verify" }
  | { page: "lost"; path: string };

export function read(path: string): Route {
  const [page = "", name = "", more] = path
    .replace(/^\/+|\/+$/g, "")
    .split("/")
    .map(decodeURIComponent);
  if (more !== undefined) return { page: "lost", path };
  if (page === "" || (page === "verify" && !name)) return page === "" ? { page: "lobby" } : { page: "verify" };
  if (name && (page === "table" || page === "replay" || page === "review")) return { page, table: name };
  if (name && (page === "learn" || page === "rules" || page === "cards")) return { page, game: name };
  return { page: "lost", path };
}

let route = $state.raw<Route>(read(location.pathname));

/** The current page. */
export const here = (): Route => route;

/** Goes to another page of ours, with a transition if the browser and the person's settings allow it. */
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  change();
}

function change(): void {
  const turn = () => {
    route = read(location.pathname);
    scrollTo(0, 0);
  };
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!calm && "startViewTransition" in document) document.startViewTransition(turn);
  else turn();
}

addEventListener("popstate", change);

/** For links within the page: `<a href="/rules/deckhand" onclick={follow}>`. */
export function follow(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
