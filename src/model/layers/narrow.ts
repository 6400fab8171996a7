import { isRecord } from '../../base/record.ts'
import type { LayerScope } from './layerRules.ts'

/** The value in force once a layer has spoken, or why it may not say that. */
export type Narrowed = { readonly value: unknown; readonly joins?: '&&' | '||' } | { readonly why: string }

/** Returns what a layer's word makes of the product's: `said` is undefined where the product says nothing. */
export function narrow(scope: LayerScope, said: unknown, own: unknown): Narrowed {
  switch (scope) {
    case 'free':
      return { value: own }
    case 'higher':
      return orWhy(said === undefined || Number(own) >= Number(said), own, `it may only be raised, from ${String(said)} on`)
    case 'lower':
      return orWhy(said === undefined || Number(own) <= Number(said), own, `it may only be lowered, from ${String(said)} on`)
    case 'and':
      return joined(said, own, '&&')
    case 'and-said':
      return said === undefined ? { why: 'the product offers it to nobody, and a layer opens nothing' } : joined(said, own, '&&')
    case 'or':
      return joined(said, own, '||')
    case 'absent':
      return orWhy(said === undefined, own, 'the product says it already')
    case 'placeholders':
      return withPlaceholders(said, own)
    default:
      return { why: 'it is the product’s alone' }
  }
}

const orWhy = (holds: boolean, value: unknown, why: string): Narrowed => (holds ? { value } : { why })

const joined = (said: unknown, own: unknown, joins: '&&' | '||'): Narrowed =>
  typeof said === 'string' && typeof own === 'string' ? { value: `(${said}) ${joins} (${own})`, joins } : { value: own }

function withPlaceholders(said: unknown, own: unknown): Narrowed {
  const known = placeholdersIn(said)
  const strange = [...placeholdersIn(own)].filter(name => !known.has(name))
  return strange.length === 0 || said === undefined
    ? { value: own }
    : {
        why: `nobody fills {${strange[0]}}; there ${known.size === 0 ? 'is nothing' : `are {${[...known].join('}, {')}}`} to be filled`,
      }
}

const placeholdersIn = (text: unknown): Set<string> =>
  new Set(
    (isRecord(text) ? Object.values(text) : [text]).flatMap(each =>
      [...String(each ?? '').matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? ''),
    ),
  )
