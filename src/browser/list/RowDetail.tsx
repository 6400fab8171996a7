import type { ReactNode } from 'react'
import { membersOf, recordsIn } from '../../base/record.ts'
import { Skeleton } from '../../controls/Skeleton.tsx'
import { asValue } from '../../kinds/asValue.ts'
import { KindCell } from '../../kinds/cells.ts'
import type { ChildList, Field, Model, Register } from '../../model/model.ts'
import { childListNamed, fieldOf, isSystemField } from '../../model/register.ts'
import { useRecord } from '../data/record.ts'
import type { RegisterRow } from '../data/registerRows.ts'
import { useModel, useTranslate } from '../data/session.tsx'
import type { ListColumn } from './cells/listColumns.ts'

type Cells = Readonly<Record<string, unknown>>

interface Props {
  readonly row: RegisterRow
  readonly register: Register
  /** Columns for which the list has no room. */
  readonly moved: readonly ListColumn[]
  /** Returns the content of the list's cell. */
  cell(column: ListColumn): ReactNode
}

/** Shows an expanded row: columns that found no room, fields that are no column, and its child lists. */
export default function RowDetail({ row, register, moved, cell }: Props) {
  const { record, loading } = useRecord(register.name, row.id)
  const say = useTranslate()
  const names = register.views.list.expand ?? []
  const fields = names.map(name => fieldOf(register, name)).filter(field => field !== undefined)
  const lists = names.map(name => childListNamed(register, name)).filter(list => list !== undefined)
  return (
    <div className="list-detail">
      {moved.length > 0 && (
        <dl>
          {moved.map(column => (
            <div key={column.id}>
              <dt>{column.title}</dt>
              <dd>{cell(column) ?? '—'}</dd>
            </div>
          ))}
        </dl>
      )}
      {fields.length > 0 && <Facts fields={fields} row={record ?? row} />}
      {lists.map(list => (
        <div key={list.name}>
          <h2>{list.title}</h2>
          {loading ? (
            <Skeleton width="60%" />
          ) : (
            <ChildRows
              list={list}
              columns={columnsOf(register, list.name)}
              rows={rowsOf(record, list.name)}
              none={say('empty-list')}
            />
          )}
        </div>
      ))}
    </div>
  )
}

function Facts({ fields, row }: { readonly fields: readonly Field[]; readonly row: Cells }) {
  const model = useModel()
  return (
    <dl>
      {fields.map(field => (
        <div key={field.name}>
          <dt>{field.title}</dt>
          <dd>
            <KindCell
              value={asValue(row[field.name])}
              field={field}
              row={row}
              label={labelIn(model, row, field)}
              title={field.title}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const rowsOf = (record: Cells | undefined, name: string): readonly Cells[] => recordsIn(record?.[name])

/** Most columns of a child list that fit beside each other in a detail. */
const most = 6

interface ChildRowsProps {
  readonly list: ChildList
  /** Columns the form shows of it. */
  readonly columns: readonly string[] | undefined
  readonly rows: readonly Cells[]
  readonly none: string
}

/** The columns that the register's form gives the list. */
function columnsOf(register: Register, name: string): readonly string[] | undefined {
  const items = register.views.form.parts.flatMap(part => part.rows.flat())
  return items.flatMap(item => ('list' in item && item.list === name ? [item.columns] : []))[0]
}

function shownFields(child: Register, list: ChildList, columns: readonly string[] | undefined): readonly Field[] {
  const named = columns?.map(name => fieldOf(child, name)).filter(field => field !== undefined)
  return named && named.length > 0 ? named : child.fields.filter(field => isData(field, list))
}

const filled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

function ChildRows({ list, columns, rows, none }: ChildRowsProps) {
  const model = useModel()
  const child = model.registers[list.register]
  if (rows.length === 0 || !child) return <p>{none}</p>
  const fields = shownFields(child, list, columns)
    .filter(field => rows.some(row => filled(row[field.name])))
    .slice(0, most)
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
                <KindCell value={asValue(row[field.name])} field={field} row={row} label={labelIn(model, row, field)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isData = (field: Field, list: ChildList): boolean =>
  !isSystemField(field.name) && field.name !== list.by && field.name !== list.order && !field.secret

/** Text of the record that a reference points to, brought along with the record. */
function labelIn({ registers }: Pick<Model, 'registers'>, row: Cells, { reference }: Field): string | undefined {
  const record = membersOf(reference && row[reference.as])
  const text = record[registers[reference?.to ?? '']?.label ?? 'nome']
  return text === null || text === undefined ? undefined : String(text)
}
