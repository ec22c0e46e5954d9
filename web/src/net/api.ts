/** The server over HTTP: tables before and after a game. Every answer is one of the server's own messages. */
import type {
  AnalysisState,
  CardCheck,
  CardHelp,
  CardInfo,
  Catalogue,
  CheckCards,
  Continue,
  Created,
  GuideInfo,
  LessonInfo,
  MyTables,
  NewLesson,
  NewTable,
  Notices,
  Problem,
  RematchTable,
  Replay,
  ReviewInfo,
  Seated,
  TableState,
  TakeSeat,
} from "../messages.gen";
import { askForAccess } from "../state/access.svelte";

/** A request that the server refused, or that did not reach it (`code` "offline"). */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Request {
  method?: "GET" | "POST";
  body?: unknown;
  token?: string | null;
  query?: Record<string, string | number | null | undefined>;
}

async function fetched(path: string, { method, body, token, query }: Request = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Silverhook-Token"] = token; // Authorization belongs to a proxy in front
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const init: RequestInit = { method: method ?? (body === undefined ? "GET" : "POST"), headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(`/api${path}${search ? `?${search}` : ""}`, init).catch(() => {
    throw new Refusal("offline", "the server does not answer");
  });
  if (answer.ok) return answer;
  const refused = await refusal(answer);
  if (refused.code === "access_needed") askForAccess();
  throw refused;
}

async function refusal(answer: Response): Promise<Refusal> {
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  return new Refusal(problem?.code ?? "http", problem?.message ?? `${answer.status} ${answer.statusText}`);
}

async function json<T>(path: string, request?: Request): Promise<T> {
  const answer = await fetched(path, request);
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

const at = (table: string) => `/tables/${encodeURIComponent(table)}`;
const of = (game: string) => `/games/${encodeURIComponent(game)}`;

export const api = {
  catalogue: (language: string) => json<Catalogue>("/catalogue", { query: { language } }),
  cards: (game: string, edition: string | null, language: string) =>
    json<CardInfo[]>(`${of(game)}/cards`, { query: { edition, language } }),
  cardHelp: (game: string) => json<CardHelp>(`${of(game)}/card-help`),
  checkCards: (game: string, wanted: CheckCards, language: string) =>
    json<CardCheck>(`${of(game)}/card-check`, { body: wanted, query: { language } }),
  tableCards: (table: string, language: string) => json<CardInfo[]>(`${at(table)}/cards`, { query: { language } }),
  guide: (game: string, edition: string | null, language: string) =>
    json<GuideInfo>(`${of(game)}/guide`, { query: { edition, language } }),
  tableGuide: (table: string, language: string) => json<GuideInfo>(`${at(table)}/guide`, { query: { language } }),
  lesson: (game: string, edition: string | null, language: string, lesson: string) =>
    json<LessonInfo>(`${of(game)}/lesson`, { query: { edition, language, lesson } }),
  table: (table: string) => json<TableState>(at(table)),
  open: (wanted: NewTable) => json<Created>("/tables", { body: wanted }),
  sit: (table: string, wanted: TakeSeat, token: string | null = null) =>
    json<Seated>(`${at(table)}/seats`, { body: wanted, token }),
  start: (table: string, token: string) => json<void>(`${at(table)}/start`, { method: "POST", token }),
  rematch: (table: string, token: string) => json<RematchTable>(`${at(table)}/rematch`, { method: "POST", token }),
  record: async (table: string) => (await fetched(`${at(table)}/record`)).text(),
  replay: (table: string, eyes: string, language: string, from: number, count: number) =>
    json<Replay>(`${at(table)}/replay`, { query: { eyes, language, from, count } }),
  review: (table: string, language: string) => json<ReviewInfo>(`${at(table)}/review`, { query: { language } }),
  analysis: (table: string, eyes: string, language: string) =>
    json<AnalysisState>(`${at(table)}/analysis`, { query: { eyes, language } }),
  goOn: (table: string, wanted: Continue) => json<Seated>(`${at(table)}/continue`, { body: wanted }),
  learn: (wanted: NewLesson) => json<Seated>("/lessons", { body: wanted }),
  enter: (code: string) => json<void>("/access", { body: { code } }),
  notices: () => json<Notices>("/notices"),
  mine: (tokens: string[]) => json<MyTables>("/mine", { body: { tokens } }),
};
