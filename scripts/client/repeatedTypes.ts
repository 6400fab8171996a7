import { memoizeByKey } from '../../src/base/memoizeByKey.ts'
import { isRecord, membersOf } from '../../src/base/record.ts'
import { type NamedTypes, type Presence, type Schema, schemaMembers } from './schemaType.ts'

/** A schema under the name that its type gets where it is repeated. */
interface Named {
  readonly name: string
  readonly schema: Schema
  readonly presence: Presence
}

/** Objects of fewer members are written where they stand. */
const FEWEST_MEMBERS = 3

/** Types that several schemas share: written once, under the name of where the first one stands. */
export class RepeatedTypes {
  private readonly seen = new Map<string, { count: number; readonly first: Named }>()
  private readonly taken = new Set<string>()

  /** Counts the objects within a schema; `place` names the type of the whole. */
  count(schema: unknown, presence: Presence, place: string): void {
    if (Array.isArray(schema)) for (const part of schema) this.count(part, presence, place)
    if (!isRecord(schema)) return
    if (isLarge(schema)) {
      const found = memoizeByKey(this.seen, keyOf(schema, presence), () => ({
        count: 0,
        first: { name: this.free(place), schema, presence },
      }))
      found.count += 1
      // Types within it are written once with it.
      if (found.count > 1) return
    }
    for (const [word, part] of Object.entries(schema)) {
      if (word === 'properties')
        for (const [name, each] of Object.entries(membersOf(part))) this.count(each, presence, `${place}${capital(name)}`)
      else if (word !== 'examples') this.count(part, presence, place)
    }
  }

  private free(place: string): string {
    let name = place
    for (let n = 2; this.taken.has(name); n += 1) name = `${place}${n}`
    this.taken.add(name)
    return name
  }

  readonly named: NamedTypes = (schema, presence) => {
    const found = this.seen.get(keyOf(schema, presence))
    return found && found.count > 1 ? found.first.name : undefined
  }

  /** The interfaces of all that is repeated. */
  declarations(): string[] {
    return [...this.seen.values()]
      .filter(({ count }) => count > 1)
      .map(({ first: { name, schema, presence } }) => {
        const members = schemaMembers(schema, presence, '  ', this.named)
        return `export interface ${name} {\n${members.join('\n')}\n}`
      })
  }
}

const isLarge = ({ properties }: Schema): boolean => Object.keys(membersOf(properties)).length >= FEWEST_MEMBERS
const keyOf = ({ description: _d, title: _t, examples: _e, ...shape }: Schema, presence: Presence): string =>
  `${presence}${JSON.stringify(shape)}`

/** 'Relatorio/pdv/vendas_dia' as a type: RelatorioPdvVendasDia. */
export const capital = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
