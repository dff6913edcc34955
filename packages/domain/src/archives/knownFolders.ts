interface Known {
  readonly id: number | null;
  readonly inside: Map<string, Known>;
}

const top = (): Known => ({ id: null, inside: new Map() });

/** The folders that an import has found or made, by their names from the top: no more than a user may have. */
export class KnownFolders {
  #top = top();

  /** The id of a folder, null for the top; undefined if it is not known. @param way untrusted */
  find(way: unknown): number | null | undefined {
    if (!Array.isArray(way)) return undefined;
    let at: Known | undefined = this.#top;
    for (const name of way) {
      at = at?.inside.get(name);
      if (at === undefined) return undefined;
    }
    return at?.id;
  }

  /** @param ids those of the folders of the way, one by one */
  note(way: readonly string[], ids: readonly number[]): void {
    let at = this.#top;
    for (const [index, name] of way.entries()) {
      const id = ids[index] ?? null;
      const found = at.inside.get(name) ?? { id, inside: new Map() };
      at.inside.set(name, found);
      at = found;
    }
  }

  forget(): void {
    this.#top = top();
  }
}
