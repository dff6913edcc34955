import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** The node of a syntax tree, as far as it is used here. */
type Node = ReturnType<NonNullable<ReturnType<typeof ensureSyntaxTree>>['cursor']>['node'];

export interface Place {
  readonly from: number;
  readonly to: number;
}

/** Large texts are parsed in this time, or up to where it is over. */
const PARSE_MS = 2_000;

const VALUES: readonly string[] = ['True', 'False', 'Null', 'Number', 'String', 'Object', 'Array'];

function valuesIn(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (VALUES.includes(child.name)) found.push(child);
  }
  return found;
}

/** Of a name that is there twice the last one counts. */
function member(state: EditorState, node: Node, key: string): Node | null {
  const isKey = (property: Node): boolean => {
    const name = property.getChild('PropertyName');
    return name !== null && JSON.parse(state.sliceDoc(name.from, name.to)) === key;
  };
  const property = node.getChildren('Property').findLast(isKey);
  return property === undefined ? null : (valuesIn(property)[0] ?? null);
}

/** Where a JSON Pointer leads in the text, or as far as it leads. */
export function placeOf(state: EditorState, pointer: string): Place {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  let node: Node | undefined = tree === null ? undefined : valuesIn(tree.topNode)[0];
  const keys = pointer.split('/').slice(1);
  for (const key of keys.map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (node === undefined) break;
    const next: Node | null | undefined =
      node.name === 'Array' ? valuesIn(node)[Number(key)] : member(state, node, key);
    if (next == null) break;
    node = next;
  }
  return { from: node?.from ?? 0, to: node?.to ?? 0 };
}

/** Where the text is no JSON; null if the parser of the editor finds nothing. */
export function brokenPlace(state: EditorState): Place | null {
  let found: Place | null = null;
  ensureSyntaxTree(state, state.doc.length, PARSE_MS)?.iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) found ??= { from, to };
      return found === null;
    },
  });
  return found;
}
