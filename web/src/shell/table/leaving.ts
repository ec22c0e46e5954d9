/** Ways to leave a seat, each with a confirmation. */
import { go } from "../../router.svelte";
import type { TableClient } from "../../state/tableClient.svelte";
import { t } from "../../words/words.svelte";
import type { Choosing } from "./choosing.svelte";

/** Leaves the seat to a bot until the player returns, and goes to the lobby. */
export function leave(client: TableClient, choosing: Choosing): void {
  const deed = async () => {
    const answer = await client.send({ type: "leave" });
    if (answer.type !== "refused") go("/");
  };
  choosing.ask({ title: t("table.leave"), text: t("table.leave_text"), yes: t("table.leave"), deed });
}

/** Leaves the seat to a bot for good, and stays to watch. */
export function resign(client: TableClient, choosing: Choosing): void {
  const deed = () => void client.send({ type: "resign" });
  choosing.ask({ title: t("table.resign"), text: t("table.resign_text"), yes: t("table.resign"), deed });
}
