import { isRecord, membersOf } from '../../base/record.ts'
import { type DefinitionKind, fileKindOf } from '../source/definitions.ts'
import { isSame } from './layerContext.ts'
import { itemRules, type LayerRules, listMergeOf, memberRules, objectMergeOf, rulesOf } from './layerRules.ts'

/** A definition's file, and what it says. */
export interface PublishedFile {
  readonly path: string
  readonly value: unknown
}

/** Something that layers may speak of. */
interface Published {
  readonly value: unknown
  readonly rules: LayerRules
  /** Whether it goes by a name of its own: a field, an action, an option; else it is a word. */
  readonly isName: boolean
}

/** Everything of which layers may speak, by file and place: `registers/…#properties/nome/maxLength`. */
function published(files: readonly PublishedFile[]): Map<string, Published> {
  const all = new Map<string, Published>()
  for (const { path, value } of files) {
    const kind = fileKindOf(path)?.kind
    if (kind === undefined || kind === 'sql') continue
    const rules = rulesOf(kind satisfies DefinitionKind)
    all.set(path, { value, rules, isName: true })
    gather(value, rules, `${path}#`, all)
  }
  return all
}

function gather(value: unknown, rules: LayerRules, at: string, all: Map<string, Published>): void {
  if (Array.isArray(value)) {
    const merge = listMergeOf(rules)
    const by = typeof merge === 'object' ? merge.by[0] : undefined
    // Columns and items of forms only say where something stands: what stood beside them comes last.
    if (by !== 'id' && by !== 'const' && by !== 'name') return
    for (const item of value) {
      const name = isRecord(item) ? item[by] : undefined
      if (name !== undefined) keep(`${at}${String(name)}`, item, itemRules(rules), true, all)
    }
  }
  if (!isRecord(value)) return
  const isNamed = objectMergeOf(rules) === 'names'
  for (const [key, part] of Object.entries(value))
    keep(`${at}${key}`, part, memberRules(rules, key, Object.keys(value)), isNamed, all)
}

function keep(at: string, value: unknown, rules: LayerRules, isName: boolean, all: Map<string, Published>): void {
  all.set(at, { value, rules, isName })
  gather(value, rules, `${at}/`, all)
}

/** Words whose change makes another thing of a field or a register. */
const kindWords = /#.*\b(type|format|scope|key)$/

/**
 * Returns what breaks layers between two versions, a line each: a name that is gone and was not `deprecated` before, or goes by another without `was`; a field or a register
 * of another type; a narrower range, a new demand; a name that begins like those of layers.
 */
export function brokenPromises(before: readonly PublishedFile[], now: readonly PublishedFile[]): string[] {
  const present = published(now)
  const gone: string[] = []
  const lines = [...published(before)].flatMap(([at, then]) => {
    const found = present.get(at)
    if (found) return changeOf(at, then, found)
    // Everything below what is gone goes with it.
    if (!then.isName || gone.some(other => at.startsWith(`${other}/`) || at.startsWith(`${other}#`))) return []
    gone.push(at)
    return isDeprecated(then.value) || isRenamed(at, present)
      ? []
      : [`${at} is gone: it has to be "deprecated" for a release, or to be named by "was".`]
  })
  const taken = [...present].filter(([at, { isName }]) => isName && /(^|[/#])x_[^/#]*$/.test(at))
  return [...lines, ...taken.map(([at]) => `${at}: names that begin with x_ are those of layers.`)]
}

const isDeprecated = (value: unknown): boolean =>
  [membersOf(value), membersOf(membersOf(value).register)].some(({ deprecated }) => deprecated !== undefined)

/** Tells whether something of the same place says that it was called so. */
function isRenamed(at: string, present: ReadonlyMap<string, Published>): boolean {
  const place = at.slice(0, Math.max(at.lastIndexOf('/'), at.lastIndexOf('#')) + 1)
  const name = at.slice(place.length).replace(/\.(schema|ui)\.json$/, '')
  return [...present].some(([other, { value }]) => {
    if (!other.startsWith(place) || other.slice(place.length).includes('#')) return false
    return [membersOf(value), membersOf(membersOf(value).register)].some(({ was }) => was === name)
  })
}

function changeOf(at: string, then: Published, now: Published): string[] {
  const { scope } = now.rules
  if (kindWords.test(at) && !isSame(then.value, now.value))
    return [`${at} was ${JSON.stringify(then.value)} and is ${JSON.stringify(now.value)}.`]
  const narrower =
    (scope === 'lower' && Number(now.value) < Number(then.value)) ||
    (scope === 'higher' && Number(now.value) > Number(then.value))
  if (narrower) return [`${at} was ${String(then.value)} and is narrower: ${String(now.value)}.`]
  if (!at.endsWith('/required') && !at.endsWith('#required')) return []
  const before = Array.isArray(then.value) ? then.value : []
  const more = (Array.isArray(now.value) ? now.value : []).filter(name => !before.includes(name))
  return more.map(name => `${at} demands "${String(name)}", which it did not.`)
}
