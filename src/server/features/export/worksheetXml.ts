import { BoundedMemory } from '../../../base/boundedMemory.ts'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { Kind, ValueOptions } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'

/** Places in the list of formats of styles.xml. */
const STYLES = { text: 0, header: 1, whole: 2, money: 3, decimal: 4, date: 5, dateTime: 6 } as const

/** Parts of a workbook with one sheet that do not depend on its rows. */
export const fixedWorkbookParts = (name: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${SHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.######"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/>${[1, 4, 164, 14, 22].map(format => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
})

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The sheet up to its first row: the titles stay in sight. */
export const worksheetStart = (titles: readonly string[]): string =>
  `${HEAD}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${titles.length}" width="18" customWidth="1"/></cols><sheetData><row>${titles.map(title => textCell(title, STYLES.header)).join('')}</row>`

export const WORKSHEET_END = '</sheetData></worksheet>'

/** Rows of the sheet. Cells carry no addresses: they stand one after the other. */
export const worksheetRows = (rows: readonly (readonly unknown[])[], columns: readonly ValueOptions[], zone: string): string =>
  rows.map(row => `<row>${columns.map((field, at) => cell(row[at], field, zone)).join('')}</row>`).join('')

function cell(value: unknown, field: ValueOptions, zone: string): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  const kind = kindByName(field.kind)
  const number = kind.sheet === undefined ? undefined : numberOf(value, kind, zone)
  if (kind.sheet === undefined || number === undefined)
    return textCell(kind.format(asValue(value), { ...field, zone }), STYLES.text)
  return `<c s="${STYLES[kind.sheet]}"><v>${number}</v></c>`
}

/** The number that a sheet holds: days since its beginning stand for dates. */
function numberOf(value: unknown, { time }: Kind, zone: string): number | undefined {
  if (time === 'day') return serialOf(Date.parse(`${value}T00:00:00Z`))
  if (time === 'instant') return serialOf(wallTime(String(value), zone))
  return typeof value === 'number' ? value : undefined
}

/** A text is written as such, so none can be a formula. */
const textCell = (text: string, style: number): string =>
  `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Days since the end of 1899, as sheets count them. */
const serialOf = (milliseconds: number): number => Math.round((milliseconds / 86_400_000 + 25_569) * 1e8) / 1e8

const clocks = new BoundedMemory<string, Intl.DateTimeFormat>('clocks of sheets', { most: 50 })

/** The clock of the zone at an instant, as if it were UTC's. */
function wallTime(iso: string, zone: string): number {
  const clock = memoizeByKey(
    clocks,
    zone,
    () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
  )
  return Date.parse(`${clock.format(new Date(iso)).replace(' ', 'T')}Z`)
}

/** Most characters that a cell may hold. */
const LONGEST = 32_767

const escaped = (text: string): string =>
  text
    .slice(0, LONGEST)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Returns a valid name for a sheet. */
const sheetName = (name: string): string =>
  name
    .replace(/[\\/?*[\]:']/g, ' ')
    .slice(0, 31)
    .trim() || 'Lista'
