import { isRecord } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { ValueOptions } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import { rowColumns } from '../../../model/expression/noticeScope.ts'
import type { Model } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { Notice } from '../../../model/views/notice.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'

/** Letters of a value within a notice, and of a notice. */
const longestValue = 120
const longestNotice = 400

/** The names that words may use: those of a register's record, or of the rows of a query. */
export type WordsSource = { readonly register: string } | { readonly query: string; readonly rows: string }

/** Values from which the words of a notice are filled. */
export interface NoticeValues {
  readonly model: Model
  readonly notice: Pick<Notice, 'limits'> & { readonly on: WordsSource }
  readonly row: DataRow
  readonly limits: DataRow
  readonly zone: string
}

/** The words of a template, each name as people read its value. */
export const noticeText = (template: string, values: NoticeValues): string =>
  template.replace(/\{([^{}]*)\}/g, (_whole, name: string) => readable(name, values)).slice(0, longestNotice)

/** A template that tells one thing from another: values as they are kept. */
export const noticeKey = (template: string, { row }: Pick<NoticeValues, 'row'>): string =>
  template.replace(/\{([^{}]*)\}/g, (_whole, name: string) => String(row[name] ?? '')).slice(0, longestNotice)

/** An address within the product, its names filled in. */
export const noticePage = (template: string, { row }: Pick<NoticeValues, 'row'>): string =>
  template.replace(/\{([^{}]*)\}/g, (_whole, name: string) => encodeURIComponent(String(row[name] ?? '')))

/** A name of a record or row, as people read its value. */
export function readable(name: string, { model, notice, row, limits, zone }: NoticeValues): string {
  const { on } = notice
  const [first = '', member] = name.split('.')
  if (first === 'limits' && member !== undefined && notice.limits)
    return shown(limits[member], optionsIn(model, notice.limits, member), zone)
  if ('query' in on)
    return shown(
      row[name],
      rowColumns(model, on.query, on.rows)?.find(column => column.name === name),
      zone,
    )
  if (member === undefined) return shown(row[name], optionsIn(model, on.register, name), zone)
  const to = model.registers[on.register]?.fields.find(({ reference }) => reference?.as === first)?.reference?.to
  const record = row[first]
  return shown(isRecord(record) ? record[member] : undefined, optionsIn(model, to ?? '', member), zone)
}

const optionsIn = (model: Model, register: string, name: string): ValueOptions | undefined => {
  const found = model.registers[register]
  return found && fieldOf(found, name)
}

function shown(value: unknown, options: ValueOptions | undefined, zone: string): string {
  if (value === undefined || value === null || !options) return ''
  const text = kindByName(options.kind).format(asValue(value), { ...options, zone })
  // A sentence says 4,5 where a column has 4,5000.
  return text.replace(/^(-?[\d.]+)(?:,0+|(,\d*?[1-9])0+)$/, '$1$2').slice(0, longestValue)
}
