// The data that the device handles, by name. Only the type checker reads this file; no browser loads it.
// The laws come from arbitrage/pages/devices/compiled_laws.py, the tables and inquiries from arbitrage/pages/devices/page_downloads.py, the answers of
// the outbox from arbitrage/pages/devices/outbox.py.

/** Facts and answers by name: "declarer" is "S", "card" is "DK", UNKNOWN is "?". */
export type Facts = Record<string, string>;

/** Rows of a table: a value by the values of its facts joined with commas; the row "" holds otherwise. */
export type Rows = Record<string, string>;

/** What a table answers in one law: the rows of each question that sees the table, by the name of the reading; under
 * "already by" the keys of what lies there and says so. */
export type Readings = Record<string, Rows>;

/** The steps of a way through a law; a derived one was answered by facts or by the table, *by* what lies there; nothing
 * says one that is supposed. */
export type Step = { id: string; value: string; derived: boolean; by?: string[]; supposed?: boolean };

export type Option = {
  value: string;
  label: string;
  given?: string;
  entails?: string;
  law?: string;
  group?: string;
  /** False for what is read aloud for what it would cost, and is no possibility. */
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
  /** What the law takes for granted until somebody says otherwise, and what a table is taken to say by its silence. */
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
  /** The answer when nothing special happened, which a page may take as a fact, in its words; or by questions to ask
   * aloud. */
  usual?: string;
  taken?: string;
  aloud?: boolean;
  /** Consecutive questions of one name stand on one page. */
  together?: string;
  /** Several of its options may be ticked together. */
  boxes?: boolean;
  /** Its page shows what the server alone knows; or the pages after its answer do. */
  served?: boolean;
  opens?: boolean;
  /** A fact that may still be noted beside the ruling. */
  noted?: boolean;
};

export type Line = { text: string; law: string; roles?: Facts };

export type Ruling = {
  law: string;
  text: string;
  /** The digest by which device and server compare what they ruled. */
  is: string;
  /** It says who declares. */
  declares?: boolean;
  steps?: Line[];
  reasons?: Line[];
  /** What brings the director back; *now*: he stays until it has happened. */
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
  /** Its usual answer holds only as long as the table was read. */
  sees?: boolean;
  /** On this way the suits or players are bounded. */
  among?: boolean;
  ruling: Ruling;
  button?: string;
  /** By value where a question is asked, one node otherwise. */
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

/** Where an inquiry stands. */
export type Standing = Walked & (Asks | Waits | Rules);
export type Walked = { trail: Step[]; known: Facts };
/** *insteadOf* is the question that a fact would answer; *refused* are the calls that the auction does not leave. */
export type Asks = Asked & { insteadOf: string };
export type Asked = { state: "asking"; question: Question; refused: string[] };
export type Waits = { state: "waiting"; moment: string; ruling: Ruling };
export type Rules = { state: "ruled"; ruling: Ruling };

/** What a language puts in the blanks of its sentences. */
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
  /** Without the capital of a sentence: an answer after its question. */
  within(text: string | undefined, known: Facts, roles?: Facts): string;
};

/** A picture of the first screen, with its laws; where they are several, the cases in players' words. */
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

/** What a screen is drawn from. */
export type Context = {
  bundle: Bundle;
  says: Speaker;
  known: Facts;
  state?: Standing & { law: Law; taken?: Question; page?: Asks[] };
  lying?: Lying[];
  lines?: Lines;
  /** Of a page of the server, whose next question the device draws. */
  beside?: Beside;
};

/** What a page of the server shows that no device keeps: the players by seat, who is vulnerable, who gave an answer. */
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

/** What lies on a table, by its keys: how it is named, where it comes from, what may be said of it. */
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

/** A table as this device has taken it along; *now* as long as nothing may have changed it. */
export type Kept = {
  id: string;
  user: number;
  tournament: string;
  place: string;
  version: string;
  /** What lies there, by its version. */
  is: string;
  at: string;
  /** The version of the room when it was read. */
  asOf: number;
  now: boolean;
  calls: string[];
  section: string;
  table: number | null;
  label: string;
  facts: Facts;
  lines: Lines;
  lying: Lying[];
  /** By duty: the law that it opens, of which call, with what it hands on. */
  opens: Record<string, { incident: string; law: string; facts: Facts }>;
  readings: Record<string, Readings>;
};

/** The server's answer to an act whose question somebody else had answered first. */
export type Told = Facts & { question: string; counts: string };

export type Inquiry = {
  id: string;
  /** Names that the device gave it before the server said that it had it already. */
  was?: string[];
  law: string;
  facts: Facts;
  /** Where the facts come from, in words. */
  from?: Facts;
  answers: Facts;
  /** The act by which each answer was given here. */
  by: Record<string, string>;
  /** Null where nobody knows here what lies on the table now. */
  readings: Readings | null;
  lines?: Lines;
  lying?: Lying[];
  /** It has ruled: what lay there before it stays what it was told. */
  ended?: boolean;
  /** The version of the table that it was told. */
  is?: string;
  /** The duty that opened it. */
  duty?: string;
  version: number;
  url?: string;
  told?: Told[];
  /** The server ruled otherwise than this device. */
  otherwise?: boolean;
};

export type Incident = {
  id: string;
  was?: string[];
  user: number;
  at: string;
  /** When the server showed it last, or it was changed here. */
  seen?: string;
  tournament?: string;
  section?: string;
  table?: number;
  label?: string;
  round?: number;
  url?: string;
  /** The server has it. */
  here?: boolean;
  facts?: Facts;
  inquiries: Inquiry[];
  notes: { words: string; writing: string }[];
};

export type Refusal = { code: string; message: string };

/** What was done on this device and waits for the server; *seq* is its place in the queue. */
export type Act = {
  seq: number;
  id: string;
  kind: "open" | "law" | "answer" | "words" | "ruled" | "say" | "polled";
  user: number;
  name: string;
  language: string;
  at: string;
  /** Until then the page that wrote it sends it itself. */
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
  /** What a player said aloud: his call is the value. */
  considered?: string[];
  earlier?: boolean;
  heard?: boolean;
  what?: string;
  about?: string;
  /** What was said of the table, in words. */
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

/** When a table plays boards that this director has yet to play, and who may judge there. */
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

/** Where a page that goes on without a network is. */
export type Route = { page: string; incident?: string; inquiry?: string; question?: string; note?: string };

/** A situation as a device has it: *told*, *keep* are HTML, the same for everybody. */
export type Situation = {
  law: string;
  number: string;
  also?: string[];
  facts?: Facts;
  answers: Facts;
  level: string;
  told: string;
  keep: string;
  /** A key and its words; the Code's is "code". */
  decisions: [key: string, words: string][];
  /** When a decision that is not the Code's would be right, by its key. */
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

/** What the server said last of somebody's progress: by situation, whether the last exercise was right. */
export type Practised = { id: "practised"; user: number; at: string; last: Record<string, boolean> };

/** One question of both ways: what was answered and what the Code answers; *parts* is the first that differs. */
export type Compared = { id: string; law: string; given?: string; expected?: string; parts: boolean };

/** A page of the school: HTML, or an inquiry that is asked on its own page, *above* and *story* around it. */
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

/** An answer as a page gives it; *ahead*: its question stands on one page with others. */
export type Given = { id: string; name: string; said: string; ahead?: boolean };

/** Of which inquiry, and the version of it that the page has seen. */
export type Of = { incident: string; inquiry: string; seen: number };

/** What shows the question that follows an answer: walking.js. */
export type Walking = {
  walk(form: HTMLFormElement, data: FormData, acts: Given[], of: Of): boolean;
  confirmed(): Promise<boolean>;
};
