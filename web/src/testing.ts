// Prepares each test. Files share one jsdom, in any order, so each test leaves it as it was.
import { cleanup, configure } from "@testing-library/svelte";
import { afterEach, vi } from "vitest";

// A wait ends when its condition holds, however slow the machine is.
configure({ asyncUtilTimeout: 600_000 });

// What jsdom lacks.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
Element.prototype.scrollTo = () => {};

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
