import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Value } from '../../kinds/kind.ts'
import { KindCell } from '../../kinds/looks.ts'
import type { ChildList, Field, Register } from '../../model/model.ts'
import { fieldOf, listOf } from '../../model/register.ts'
import { useRecord } from '../data/record.ts'
import type { Row } from '../data/rows.ts'
import { useModel, useSay } from '../data/session.tsx'

type Cells = Readonly<Record<string, unknown>>

/** What an expanded row shows: fields that are no column, and its child lists. */
export function RowDetail({ row, register }: { readonly row: Row; readonly register: Register }) {
  const { record, loading } = useRecord(register.name, row.id)
  const say = useSay()
  const names = register.views.list.expand ?? []
  const fields = names.map(name => fieldOf(register, name)).filter(field => field !== undefined)
  const lists = names.map(name => listOf(register, name)).filter(list => list !== undefined)
  return (
    <div className="list-detail">
      {fields.length > 0 && <Facts fields={fields} row={record ?? row} />}
      {lists.map(list => (
        <section key={list.name} aria-label={list.title}>
          <h3>{list.title}</h3>
          {loading ? (
            <Skeleton width="60%" />
          ) : (
            <ChildRows list={list} rows={rowsOf(record, list.name)} none={say('empty-list')} />
          )}
        </section>
      ))}
    </div>
  )
}

function Facts({ fields, row }: { readonly fields: readonly Field[]; readonly row: Cells }) {
  return (
    <dl>
      {fields.map(field => (
        <div key={field.name}>
          <dt>{field.title}</dt>
          <dd>
            <KindCell value={(row[field.name] ?? null) as Value} field={field} row={row} label={labelIn(row, field)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const rowsOf = (record: Cells | undefined, name: string): readonly Cells[] =>
  Array.isArray(record?.[name]) ? (record[name] as Cells[]) : []

/** Most columns of a child list that fit beside each other in a detail. */
const most = 6

function ChildRows({ list, rows, none }: { readonly list: ChildList; readonly rows: readonly Cells[]; readonly none: string }) {
  const child = useModel().registers[list.register]
  if (rows.length === 0 || !child) return <p>{none}</p>
  const fields = child.fields.filter(field => isData(field, list)).slice(0, most)
  return (
    <table>
      <thead>
        <tr>
          {fields.map(field => (
            <th key={field.name} scope="col">
              {field.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={String(row.id ?? index)}>
            {fields.map(field => (
              <td key={field.name}>
                <KindCell value={(row[field.name] ?? null) as Value} field={field} row={row} label={labelIn(row, field)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const plumbing: ReadonlySet<string> = new Set(['id', 'lojaId', 'version', 'createdAt', 'updatedAt'])

const isData = (field: Field, list: ChildList): boolean =>
  !plumbing.has(field.name) && field.name !== list.by && field.name !== list.order && !field.secret

/** Text of a reference in a record read whole: the first text of the record that came along. */
function labelIn(row: Cells, { reference }: Field): string | undefined {
  const record = reference && row[reference.as]
  if (typeof record !== 'object' || record === null) return undefined
  const text = Object.entries(record).find(([name, value]) => name !== 'id' && typeof value === 'string')?.[1]
  return text === undefined ? undefined : String(text)
}
