import { ApiError } from '@algotheque/client';
import { type Signal, signal } from '@preact/signals';
import type { Merge, TextEditor } from '../editor/editor.ts';
import type { Place } from '../editor/places.ts';
import { type Draft, draftOf, keepDraft } from '../state/drafts.ts';
import { compactBytes, isSource, parseTyped, prettyJson } from '../state/exactJson.ts';
import { words } from '../state/locale.ts';
import { call, refreshUsage } from '../state/session.ts';
import { type Opened, problemsOf, type SourceProblem, type Theirs } from './opened.ts';

/** What is typed, and what becomes of it. */
export class Editing {
  readonly #userId: number;
  readonly nom: Signal<string>;
  readonly isChanged: Signal<boolean> = signal(false);
  /** Null: the text is no JSON. */
  readonly bytes: Signal<number | null> = signal(null);
  readonly isKept: Signal<boolean> = signal(true);
  readonly problems: Signal<readonly SourceProblem[]> = signal([]);
  readonly theirs: Signal<Theirs | null> = signal(null);
  /** When the draft was typed that is shown; null if what is shown was saved. */
  readonly restored: Signal<number | null> = signal(null);
  #saved: { readonly nom: string; readonly text: string };
  /** Of the algorithm that a save replaces: the first save of a new one gives it its id. */
  #id: number | 'new';
  #etag: string | null;
  #text: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  editor: TextEditor | null = null;
  /** While both sides of a conflict are shown: what is typed is on its right side. */
  merge: Merge | null = null;

  constructor(userId: number, id: number | 'new', opened: Opened) {
    this.#id = id;
    this.#userId = userId;
    this.#saved = { nom: opened.nom, text: opened.text };
    const draft = opened.right === 'Read' ? null : draftOf(userId, id);
    const isOther = draft !== null && (draft.text !== opened.text || draft.nom !== opened.nom);
    const shown: Pick<Draft, 'nom' | 'text' | 'etag'> = isOther ? draft : opened;
    this.nom = signal(shown.nom);
    this.#text = shown.text;
    this.#etag = shown.etag ?? opened.etag;
    if (isOther) this.restored.value = draft.at;
    this.#settle();
  }

  get text(): string {
    return this.merge?.text() ?? this.editor?.text() ?? this.#text;
  }

  /** What is typed is kept when the person pauses. */
  readonly onChange = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), PAUSE_MS);
  };

  rename(nom: string): void {
    this.nom.value = nom;
    this.onChange();
  }

  /** Keeps what is typed as a draft, if it is not saved. */
  readonly keep = (): void => {
    clearTimeout(this.#timer);
    this.#text = this.text;
    this.#settle();
    const draft = { nom: this.nom.peek(), text: this.#text, etag: this.#etag, at: Date.now() };
    this.isKept.value = keepDraft(this.#userId, this.#id, this.isChanged.peek() ? draft : null);
  };

  #settle(): void {
    this.isChanged.value = this.#text !== this.#saved.text || this.nom.peek() !== this.#saved.nom;
    try {
      this.bytes.value = compactBytes(JSON.parse(this.#text));
    } catch {
      this.bytes.value = null; // no JSON yet
    }
  }

  discard(): void {
    this.restored.value = null;
    this.nom.value = this.#saved.nom;
    this.#replace(this.#saved.text);
    this.keep();
  }

  format(): void {
    const value = this.#parsed();
    if (value !== null) this.#replace(prettyJson(value));
  }

  #replace(text: string): void {
    this.#text = text;
    this.editor?.replace(text);
  }

  /** Null if it is no source code: `problems` says why. */
  #parsed(text = this.text): object | null {
    this.#say([]);
    try {
      const value = parseTyped(text);
      if (isSource(value)) return value;
      this.#say([{ pointer: '', text: words().editor.noSource }]);
    } catch {
      const line = this.editor?.lineOf(this.editor.placeOf(null)) ?? 1;
      this.#say([{ pointer: null, text: words().editor.noJson(line) }]);
    }
    return null;
  }

  #say(problems: readonly SourceProblem[]): void {
    const { editor } = this;
    this.problems.value = problems;
    editor?.mark(problems.map(({ pointer, text }) => ({ place: editor.placeOf(pointer), text })));
  }

  placeOf({ pointer }: SourceProblem): Place {
    return this.editor?.placeOf(pointer) ?? { from: 0, to: 0 };
  }

  /** What is wrong, with its line. */
  sentenceOf(problem: SourceProblem): string {
    const line = this.editor?.lineOf(this.placeOf(problem)) ?? 1;
    return problem.pointer === null ? problem.text : `${words().editor.at(line)} ${problem.text}`;
  }

  /**
   * Saves what is typed.
   * @param options.replaces the version that it replaces. Default: the one that was opened or saved last
   * @returns the id; null if it was not saved, and `problems` or `theirs` say why
   * @throws ApiError
   */
  async save({ folder = null, asNew = false, replaces = this.#etag }: SaveOptions = {}): Promise<number | null> {
    const { text } = this;
    if (this.merge !== null) this.#replace(text); // places of problems are those of the editor
    const sourceCode = this.#parsed(text);
    if (sourceCode === null) return null;
    const nom = this.nom.peek();
    try {
      const { data, etag } = await this.#send({ nom, sourceCode }, { folder, asNew, replaces });
      this.#saved = { nom, text };
      this.#etag = etag;
      this.#belongTo(data.id);
      this.restored.value = null;
      this.theirs.value = null;
      this.keep();
      void refreshUsage();
      return data.id;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'Responses.Algo.Conflict') await this.#readTheirs();
      else if (error.code === 'Responses.Algo.Invalid') this.#say(problemsOf(error));
      else throw error;
      return null;
    }
  }

  /** What was typed while the algorithm was made is a draft of it, and of no other one. */
  #belongTo(id: number): void {
    if (id !== this.#id) keepDraft(this.#userId, this.#id, null);
    this.#id = id;
  }

  #send(
    body: { readonly nom: string; readonly sourceCode: object },
    { folder, asNew, replaces }: Required<SaveOptions>,
  ) {
    if (this.#id === 'new' || asNew) {
      return call('createAlgo', { body: { ...body, ownerId: this.#userId, dossierId: asNew ? null : folder } });
    }
    // Without a version it would replace what somebody else has saved.
    return call('updateAlgo', { params: { path: { id: this.#id }, header: { 'If-Match': replaces ?? '"0"' } }, body });
  }

  async #readTheirs(): Promise<void> {
    if (this.#id === 'new') return;
    const { data, etag } = await call('getAlgo', { params: { path: { id: this.#id } } });
    this.theirs.value = { nom: data.nom, text: prettyJson(data.sourceCode), etag };
  }

  /** The right side is what is typed from now on. */
  endMerge(): void {
    if (this.merge === null) return;
    const { text } = this;
    this.merge = null;
    this.#replace(text);
    this.keep();
  }

  takeTheirs(): void {
    const theirs = this.theirs.peek();
    if (theirs === null) return;
    this.#etag = theirs.etag;
    this.#saved = theirs;
    this.theirs.value = null;
    this.merge = null;
    this.discard();
  }

  close(): void {
    this.keep();
    this.editor = null;
  }
}

export interface SaveOptions {
  /** Of a new algorithm. */
  readonly folder?: number | null;
  /** Make another algorithm of it. */
  readonly asNew?: boolean;
  readonly replaces?: string | null;
}

const PAUSE_MS = 300;
