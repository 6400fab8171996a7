import type { ErrorObject } from 'ajv/dist/2020.js'
import { isRecord, membersOf } from '../../base/record.ts'
import type { DefinitionKind } from './definitions.ts'
import { nearestWord } from './nearest.ts'
import { type ShapeError, shapeErrors } from './shape.ts'
import type { JsonPath } from './source.ts'

/** A value of a right shape in place of one that is wrong. */
export interface RecoveredShape {
  readonly value: unknown
  /** Whether something was left out, or put in that nobody wrote: whoever builds on it may miss it. */
  readonly lossy: boolean
}

/** Most faults that are mended; a file with more is taken for another thing altogether. */
const mostFaults = 24

/**
 * Returns the likeliest meaning of a file of a wrong shape: mistyped words are read as the nearest ones, the rest is left out. It stands in while
 * other files are checked, so that one mistake is told once and not again by every file that builds on this one.
 */
export function recoverShape(wrong: unknown, kind: DefinitionKind): RecoveredShape | undefined {
  const value = structuredClone(wrong)
  let lossy = false
  for (let i = 0; i < mostFaults; i++) {
    const [fault] = shapeErrors(value, kind)
    if (fault === undefined) return { value, lossy }
    const mended = mend(value, fault)
    if (mended === 'not') return undefined
    if (mended === 'lossy') lossy = true
  }
  return undefined
}

type Mended = 'whole' | 'lossy' | 'not'

type Members = Record<string, unknown>

function mend(root: unknown, { path, error }: ShapeError): Mended {
  const params: Readonly<Record<string, unknown>> = error.params
  const held = valueAt(root, path)
  if (error.keyword === 'additionalProperties' && isRecord(held)) return rename(held, String(params.additionalProperty), error)
  if (error.keyword === 'required' && isRecord(held)) return fill(root, path, held, String(params.missingProperty), error)
  const allowed = error.keyword === 'enum' ? params.allowedValues : error.keyword === 'const' ? [params.allowedValue] : undefined
  if (Array.isArray(allowed)) return put(root, path, nearestOf(held, allowed)) ? 'whole' : 'not'
  if (error.keyword === 'propertyNames' && isRecord(held)) {
    delete held[String(params.propertyName)]
    return 'lossy'
  }
  return remove(root, path) ? 'lossy' : 'not'
}

/** A keyword that is not known takes the name of the nearest one that is free. */
function rename(held: Members, word: string, error: ErrorObject): Mended {
  const schema = membersOf(error.parentSchema)
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const free = [...required, ...Object.keys(membersOf(schema.properties))].filter(key => !Object.hasOwn(held, key))
  const meant = nearestWord(word, free)
  if (meant !== undefined) held[meant] = held[word]
  delete held[word]
  return 'whole'
}

/** Fills in a missing member, as little as it can be; where that cannot be said, the part that lacks it goes. */
function fill(root: unknown, path: JsonPath, held: Members, word: string, error: ErrorObject): Mended {
  const schema = membersOf(membersOf(membersOf(error.parentSchema).properties)[word])
  const option = Array.isArray(schema.enum) ? schema.enum[0] : schema.const
  const least = option ?? leastOf(schema.type)
  if (least === undefined) return remove(root, path) ? 'lossy' : 'not'
  held[word] = least
  return 'lossy'
}

function leastOf(type: unknown): unknown {
  if (type === 'string') return 'x'
  if (type === 'object') return {}
  return type === 'array' ? [] : undefined
}

const nearestOf = (value: unknown, allowed: readonly unknown[]): unknown => {
  const meant = nearestWord(String(value), allowed.map(String))
  return allowed.find(each => String(each) === meant) ?? allowed[0]
}

function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root
  for (const step of path) value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[step] : undefined
  return value
}

function put(root: unknown, path: JsonPath, value: unknown): boolean {
  const holder = valueAt(root, path.slice(0, -1))
  const step = path.at(-1)
  if (step === undefined) return false
  if (Array.isArray(holder)) holder[Number(step)] = value
  else if (isRecord(holder)) holder[step] = value
  else return false
  return true
}

function remove(root: unknown, path: JsonPath): boolean {
  const holder = valueAt(root, path.slice(0, -1))
  const step = path.at(-1)
  if (step === undefined) return false
  if (Array.isArray(holder)) holder.splice(Number(step), 1)
  else if (isRecord(holder)) delete holder[step]
  else return false
  return true
}
