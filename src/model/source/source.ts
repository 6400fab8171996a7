import { type Node, type ParseError, parseTree } from 'jsonc-parser'
import { jsonFault } from './jsonFaults.ts'

/** A definition file as it lies in schemas/. */
export interface DefinitionFile {
  /** Relative to schemas/, with forward slashes. */
  readonly path: string
  readonly text: string
  /** The folder of the layer that it belongs to, relative to schemas/; the product's own files have none. */
  readonly layer?: string
  /** It is one of a set that as a whole was found to have the shape that the meta-schemas ask for, and to agree with itself. */
  readonly sound?: true
}

/** The path by which problems name a file: a layer's own leads out of the folder of the product. */
export const fileName = ({ path, layer }: Pick<DefinitionFile, 'path' | 'layer'>): string =>
  layer === undefined ? path : `${layer}/${path}`

/** Where something stands inside a file: member names and indexes from the root. */
export type JsonPath = readonly (string | number)[]

export interface SourcePosition {
  readonly line: number
  readonly column: number
}

/** A fault of the JSON itself, before any meaning. */
export interface SyntaxFault {
  readonly place: SourcePosition
  readonly code: 'json-invalid' | 'key-duplicate'
  readonly message: string
}

/** A read file that knows where each of its values stands. */
export interface Source {
  readonly path: string
  readonly value: unknown
  readonly faults: readonly SyntaxFault[]
  /** It has the shape that its meta-schema asks for: that is not asked again. */
  readonly sound?: true
  /** Every word of a text that is no JSON: the names that it would give are among them. */
  readonly words?: ReadonlySet<string>
  /** Place of the value at `path`; of its key when `part` says so. The nearest existing ancestor when it does not exist. */
  place(path: JsonPath, part?: 'key' | 'value'): SourcePosition
  /** Place of the character `offset` of the string at `path`. */
  within(path: JsonPath, offset: number): SourcePosition
  /** Where a path really stands, when the file took part of its value over from another one; `offset` is a character of the text there. */
  origin?(path: JsonPath, offset?: number): { readonly source: Source; readonly path: JsonPath; readonly offset?: number }
  /** The layer that wrote it. */
  readonly layer?: string
  /** Files whose fields this one took over: it falls with them. */
  readonly uses?: ReadonlySet<string>
}

const lastRead = new Map<string, { readonly file: DefinitionFile; readonly source: Source }>()

/** Reads a file, keeping the place of every key and value. A file that has not changed since the last reading is not read again. */
export function readSource(file: DefinitionFile): Source {
  const last = lastRead.get(file.path)
  if (last?.file.text === file.text && last.file.sound === file.sound) return last.source
  const source = file.path.endsWith('.sql') ? plain(file) : file.sound ? parseSound(file) : parse(file)
  lastRead.set(file.path, { file, source })
  return source
}

/** SQL is one text, whose characters have places. */
function plain({ path, text }: DefinitionFile): Source {
  const at = placeFinder(text)
  return { path, value: text, faults: [], place: () => at(0), within: (_path, offset) => at(offset) }
}

/** A file that was found to be right: its places are looked for when one is asked for. */
function parseSound({ path, text }: DefinitionFile): Source {
  let read: Source | undefined
  const whole = (): Source => {
    read ??= parse({ path, text })
    return read
  }
  return {
    path,
    value: JSON.parse(text),
    faults: [],
    sound: true,
    place: (at, part) => whole().place(at, part),
    within: (at, offset) => whole().within(at, offset),
  }
}

function parse(file: DefinitionFile): Source {
  const errors: ParseError[] = []
  const tree = parseTree(file.text, errors, { disallowComments: true })
  const at = placeFinder(file.text)
  const fault = jsonFault(file.text, errors)
  const faults: SyntaxFault[] = fault
    ? [{ place: at(fault.offset), code: 'json-invalid', message: `Not valid JSON: ${fault.message}.` }]
    : []
  if (tree === undefined && faults.length === 0)
    faults.push({ place: { line: 1, column: 1 }, code: 'json-invalid', message: 'The file is empty.' })
  // A member may seem to stand twice where a bracket is missing.
  const value =
    tree === undefined
      ? undefined
      : plainOf(tree, node => {
          if (fault === undefined) faults.push(duplicate(node, at))
        })
  return {
    path: file.path,
    value,
    faults,
    ...(fault ? { words: new Set(file.text.match(/[A-Za-z_][\w.-]*/g)) } : {}),
    place: (path, part = 'value') => at(offsetOf(tree, path, part)),
    within: (path, offset) => at(stringOffset(file.text, tree, path, offset)),
  }
}

const duplicate = (key: Node, at: (offset: number) => SourcePosition): SyntaxFault => ({
  place: at(key.offset),
  code: 'key-duplicate',
  message: `"${String(key.value)}" stands twice in the same object.`,
})

function plainOf(node: Node, onDuplicate: (key: Node) => void): unknown {
  if (node.type === 'array') return (node.children ?? []).map(child => plainOf(child, onDuplicate))
  if (node.type !== 'object') return node.value
  const result: Record<string, unknown> = {}
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? []
    if (key === undefined || value === undefined) continue
    if (Object.hasOwn(result, key.value)) onDuplicate(key)
    result[key.value] = plainOf(value, onDuplicate)
  }
  return result
}

const member = (node: Node, name: string): Node | undefined => node.children?.find(p => p.children?.[0]?.value === name)

/** The node at `path`, or the deepest one on the way that exists, and the last property that was entered. */
function find(tree: Node | undefined, path: JsonPath): { node: Node | undefined; key: Node | undefined; whole: boolean } {
  let node = tree
  let key: Node | undefined
  for (const step of path) {
    if (node === undefined) break
    const property: Node | undefined = node.type === 'object' ? member(node, String(step)) : undefined
    const next: Node | undefined = node.type === 'array' ? node.children?.[Number(step)] : property?.children?.[1]
    if (next === undefined) return { node, key, whole: false }
    key = property?.children?.[0]
    node = next
  }
  return { node, key, whole: true }
}

function offsetOf(tree: Node | undefined, path: JsonPath, part: 'key' | 'value'): number {
  const { node, key, whole } = find(tree, path)
  if (part === 'key' && whole && key !== undefined) return key.offset
  return node?.offset ?? 0
}

/** Raw offset of a string's character: escapes make the text in the file longer than the string. */
function stringOffset(text: string, tree: Node | undefined, path: JsonPath, offset: number): number {
  const { node } = find(tree, path)
  if (node === undefined) return 0
  if (node.type !== 'string') return node.offset
  let raw = node.offset + 1
  for (let i = 0; i < offset && raw < node.offset + node.length - 1; i++) {
    if (text[raw] !== '\\') raw += 1
    else raw += text[raw + 1] === 'u' ? 6 : 2
  }
  return raw
}

/** Turns offsets into lines and columns, both from 1; the line starts are found once, when first asked for. */
function placeFinder(text: string): (offset: number) => SourcePosition {
  let starts: number[] | undefined
  return offset => {
    starts ??= lineStarts(text)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return starts
}
