// The data that the device handles, by name. Only the type checker reads this file; no browser loads it.
// The laws come from arbitrage/pages/devices/compiled_laws.py, the tables and inquiries from page_downloads.py there,
// the answers of the outbox from outbox.py there.

/** Facts and answers by name: "declarer" is "S", "card" is "DK", UNKNOWN is "?". */
export type Facts = Record<string, string>;

/** Rows of a table: a value by the values of its facts joined with commas; the row "" holds otherwise. */
export type Rows = Record<string, string>;

/** Answers that one table gives in one law: the rows of each question that reads the table, by the name of the reading.
 * "already by" has the keys of the cards that gave the answers of "already". */
export type Readings = Record<string, Rows>;

/** A step of a way through a law. *derived*: facts or the table answered it; *by* has the keys of the cards on the
 * table that did. *supposed*: it is a default answer that nothing confirms. */
export type Step = { id: string; value: string; derived: boolean; by?: string[]; supposed?: boolean };

export type Option = {
  value: string;
  label: string;
  given?: string;
  entails?: string;
  law?: string;
  group?: string;
  /** False for an option that is read aloud with its cost, and cannot be chosen. */
  allowed?: boolean;
};

export type Question = {
  id: string;
  law: string;
  kind: string;
  text: string;
  why?: string;
  say?: string;
  chooser?: string;
  roles?: Facts;
  options: Option[];
  seen?: string[];
  /**
   * Default answers until the director changes them: *assumed* is that of the law, *silence* that of an empty table.
   */
  assumed?: string;
  silence?: string;
  hand?: string;
  low: number;
  high: number;
  most?: string[];
  leaves?: { fact: string; rows: Record<string, number> };
  refused?: { answers: string[]; rows: Rows; says?: string };
  notrump?: boolean;
  among?: { facts: string[]; rows: Rows };
  asks?: { facts: string[]; table: number };
  /** *usual* is the answer when nothing special happened. A page may take it as a fact in the words *taken*; with
   * *aloud* these words are questions that the director asks first. */
  usual?: string;
  taken?: string;
  aloud?: boolean;
  /** Consecutive questions of one name stand on one page. */
  together?: string;
  /** Several of its options may be ticked together. */
  boxes?: boolean;
  /** *served*: only the server can show its page; *opens*: the page after its answer shows evidence of the server. */
  served?: boolean;
  opens?: boolean;
  /** A fact that the director may still note beside the ruling. */
  noted?: boolean;
};

export type Line = { text: string; law: string; roles?: Facts };

export type Ruling = {
  law: string;
  text: string;
  /** Digest of the ruling, by which the device and the server compare theirs. */
  is: string;
  /** Does the ruling name declarer? */
  declares?: boolean;
  steps?: Line[];
  reasons?: Line[];
  /** Events for which the director comes back; *now*: he stays at the table until the event. */
  stay?: (Line & { now?: boolean })[];
  leave?: Line[];
  notes?: Line[];
  duties?: Line[];
  uses?: (Line & { may: string[]; may_not: string[] })[];
  sends?: (Line & { to: string; hands: string[] })[];
};

export type Node = {
  ask?: string;
  fact?: string;
  unless?: string;
  wait?: string;
  given?: { facts: string[]; table: number };
  seen?: { name: string; facts: string[] };
  /** Its usual answer is valid only while the state of the table is known. */
  sees?: boolean;
  /** On the way to this node, the possible suits or players are limited. */
  among?: boolean;
  ruling: Ruling;
  button?: string;
  /** Next node by the value of the answer; a single node where nothing is asked. */
  next: Record<string, number> & number;
};

export type Law = {
  law: string;
  title: string;
  /** Its title in the bar, on one line. */
  short: string;
  small?: string;
  found: string;
  trick?: boolean;
  root: number;
  questions: Record<string, Question>;
  nodes: Node[];
  tables: Rows[];
};

/** State of an inquiry. */
export type Standing = Walked & (Asks | Waits | Rules);
export type Walked = { trail: Step[]; known: Facts };
/** *insteadOf* is the question that this fact would answer; *refused* are the calls that the auction excludes. */
export type Asks = Asked & { insteadOf: string };
export type Asked = { state: "asking"; question: Question; refused: string[] };
export type Waits = { state: "waiting"; moment: string; ruling: Ruling };
export type Rules = { state: "ruled"; ruling: Ruling };

/** Words that fill the blanks of sentences, in one language. */
export type Words = {
  seats: Record<string, Facts>;
  sides: Record<string, Facts>;
  suits: Record<string, Facts>;
  averages: Record<string, Facts>;
  units: Facts;
  matters: Facts;
  ranks: Facts;
  letters: Facts;
  calls: Facts;
  notrump: string;
  natural: string;
  counted: Record<string, Facts>;
  blanks: Record<string, { kind: string; unknown: Facts }>;
  law: string;
  /** Suits, calls and contracts as HTML, for the eye and for a screen reader. */
  written?: Record<string, string>;
};

export type Speaker = {
  card(value: string, form: string): string;
  call(value: string): string;
  show(name: string, form: string, value?: string): string;
  plain(text: string | undefined, known: Facts, roles?: Facts): string;
  html(text: string | undefined, known: Facts, roles?: Facts): string;
  /** Writes a text without its first capital, as an answer after its question. */
  within(text: string | undefined, known: Facts, roles?: Facts): string;
};

/** A tile of the first screen with its laws; with several laws, also its cases in players' words. */
export type Tile = {
  title: string;
  small: string;
  picto: string;
  laws: string[];
  likely: string[];
  other: string;
  cases: { title: string; small: string; picto: string; law: string; answers: Facts }[];
};

/** The laws in one language, as the server compiles them. */
export type Bundle = {
  version: string;
  language: string;
  edition: string;
  words: Words;
  say: Record<string, string>;
  numerals: string[];
  moments: Record<string, string>;
  tiles: Tile[];
  by_hand: string;
  laws: Record<string, Law>;
};

/** A card that lies face up: its seat, the card, and the kind as the cloth shows it. */
export type Lying = [seat: string, card: string, kind: string];

/** Data from which a screen is drawn. */
export type Context = {
  bundle: Bundle;
  says: Speaker;
  known: Facts;
  state?: Standing & { law: Law; taken?: Question; page?: Asks[] };
  lying?: Lying[];
  lines?: Lines;
  /** Present on a page of the server whose next question the device draws. */
  beside?: Beside;
};

/**
 * Data on a page of the server that no device stores: the players' names by seat, the vulnerability, and the authors of
 * answers.
 */
export type Beside = { url: string; players: Facts; vulnerability: string; by: Facts };

/** The parts of a page of the server that an answer changes, as HTML; addresses and the heading as text. */
export type Parts = {
  action: string;
  heading: string;
  back: string;
  first: string;
  keys: string;
  above: string;
  also: string;
  acts: string;
  trail: string;
};

/**
 * Cards and restrictions on a table, by their keys: their names, their origin, and the statements that the director may
 * make about them.
 */
export type Lines = Record<
  string,
  {
    title: string;
    words: string;
    brief: string;
    origin: string;
    says: { what: string; about: string; label: string }[];
  }
>;

/** A table as this device has downloaded it; *now*: nothing may have changed it since. */
export type Kept = {
  id: string;
  user: number;
  tournament: string;
  place: string;
  version: string;
  /** Version of the state of the table. */
  is: string;
  at: string;
  /** Version of the room when the table was downloaded. */
  asOf: number;
  now: boolean;
  calls: string[];
  section: string;
  table: number | null;
  label: string;
  facts: Facts;
  lines: Lines;
  lying: Lying[];
  /** By duty: the law that it opens, its call, and the facts that it passes on. */
  opens: Record<string, { incident: string; law: string; facts: Facts }>;
  readings: Record<string, Readings>;
};

/** The server's answer to an act whose question somebody else had answered first. */
export type Told = Facts & { question: string; counts: string };

export type Inquiry = {
  id: string;
  /** Identifiers that the device had given it, before it was merged with the server's copy. */
  was?: string[];
  law: string;
  facts: Facts;
  /** Origin of each fact, in words. */
  from?: Facts;
  answers: Facts;
  /** Identifier of the act with which each answer was given on this device. */
  by: Record<string, string>;
  /** Null if this device does not know the present state of the table. */
  readings: Readings | null;
  lines?: Lines;
  lying?: Lying[];
  /** It has ruled, and keeps the state of the table from before. */
  ended?: boolean;
  /** Version of the state of the table that it uses. */
  is?: string;
  /** The duty that opened it. */
  duty?: string;
  version: number;
  url?: string;
  told?: Told[];
  /** The server's ruling differs from this device's. */
  otherwise?: boolean;
};

export type Incident = {
  id: string;
  was?: string[];
  user: number;
  at: string;
  /** Time at which a page of the server last showed it, or at which it was changed here. */
  seen?: string;
  tournament?: string;
  section?: string;
  table?: number;
  label?: string;
  round?: number;
  url?: string;
  /** Has the server stored it? */
  here?: boolean;
  facts?: Facts;
  inquiries: Inquiry[];
  notes: { words: string; writing: string }[];
};

export type Refusal = { code: string; message: string };

/** An act done on this device that waits for the server; *seq* is its place in the queue. */
export type Act = {
  seq: number;
  id: string;
  kind: "open" | "law" | "answer" | "words" | "ruled" | "say" | "polled";
  user: number;
  name: string;
  language: string;
  at: string;
  /** Time until which the page that stored the act sends it itself. */
  held: number;
  refused?: Refusal;
  incident?: string;
  inquiry?: string;
  law?: string;
  question?: string;
  value?: string;
  words?: string;
  writing?: string;
  edit?: number;
  ruling?: string;
  /** Answer that a player gave aloud to a poll; his call is *value*. */
  considered?: string[];
  earlier?: boolean;
  heard?: boolean;
  what?: string;
  about?: string;
  /** Statement about the table, in words. */
  label?: string;
  [more: string]: unknown;
};

export type User = { id: "user"; user: number; name: string; language: string };

/** A note that is being written. */
export type Note = {
  id: string;
  user: number;
  incident: string;
  writing: string;
  edit: number;
  sent: string;
  text: string;
  at?: string;
};

/** The room as this device last saw it. */
export type Room = {
  id: string;
  user: number;
  at: string;
  html: string;
  tournament: string;
  title: string;
  round: number | null;
  facts: Facts;
  /** The version of the room that was seen. */
  asOf?: number;
  others?: Record<string, string>;
  later?: Record<string, [number, string][]>;
};

/** Time at which a table plays boards that this director still has to play, and the directors who may rule there. */
export type Closed = { others: string; now?: boolean; rounds?: number[] };

export type Waiting = {
  mine: number;
  refused: number;
  others: Record<string, number>;
  acts: Act[];
  practised: Exercise[];
  user?: User;
  link: string;
};

/** Page of the device that is shown, and its place. */
export type Route = { page: string; incident?: string; inquiry?: string; question?: string; note?: string };

/** A situation as a device stores it; *told* and *keep* are HTML, the same for everybody. */
export type Situation = {
  law: string;
  number: string;
  also?: string[];
  facts?: Facts;
  answers: Facts;
  level: string;
  told: string;
  keep: string;
  /** Each decision's key and words; the key of the Code's is "code". */
  decisions: [key: string, words: string][];
  /** Explains when a decision other than the Code's would be right, by its key. */
  leads?: Facts;
};

/** The situations of the school in one language, for these laws (arbitrage/pages/school/kit.py). */
export type Kit = {
  version: string;
  language: string;
  laws: string;
  sheet: string;
  say: Record<string, string>;
  themes: { key: string; title: string; laws: string; situations: string[] }[];
  situations: Record<string, Situation>;
};

/** An exercise of this device: ended *at* a time, it waits for the server. */
export type Exercise = {
  id: string;
  key: string;
  user: number;
  language: string;
  situation: string;
  law: string;
  answers: Facts;
  decision: string;
  begun: string;
  at?: string;
  refused?: Refusal;
};

/** Progress of a user as the server last sent it: by situation, whether the last exercise was right. */
export type Practised = { id: "practised"; user: number; at: string; last: Record<string, boolean> };

/** One question with the learner's answer and the Code's; *parts* marks the first one that differs. */
export type Compared = { id: string; law: string; given?: string; expected?: string; parts: boolean };

/** A page of the school: HTML, or an inquiry on its own page, with *above* and *story* around it. */
export type Page = {
  title: string;
  place?: string;
  html?: string;
  back?: string;
  inquiry?: Inquiry;
  above?: string;
  story?: string;
};

export type Stores = Record<"acts" | "incidents" | "rooms" | "meta", IDBObjectStore>;

/** An answer as a page gives it; *ahead*: its question shares the page with others. */
export type Given = { id: string; name: string; said: string; ahead?: boolean };

/** The inquiry of an answer, and its version on the page. */
export type Of = { incident: string; inquiry: string; seen: number };

/** The module that shows the next question: walking.js. */
export type Walking = {
  walk(form: HTMLFormElement, data: FormData, acts: Given[], of: Of): boolean;
  confirmed(): Promise<boolean>;
};
