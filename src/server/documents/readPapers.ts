import { setImmediate as nextTurn } from 'node:timers/promises'
import { gateAllows } from '../../model/access/gate.ts'
import { seenQuery } from '../../model/access/seenQuery.ts'
import { paperReadsOf, scopeOfPaper } from '../../model/expression/paperReads.ts'
import { evaluateInScope } from '../../model/expression.ts'
import type { Rights } from '../../model/model.ts'
import type { ReportRows } from '../../model/paper/composePaper.ts'
import { type PaperContext, paperMoment } from '../../model/paper/paperContext.ts'
import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { ApiError } from '../error.ts'
import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planPapers } from '../query/planRecord.ts'
import { readScope } from '../query/restrictPlan.ts'
import { withoutUnseen } from '../query/sight/unseen.ts'
import { tableOf } from '../query/table.ts'
import { fetchReportPage } from '../report/fetchReportRows.ts'
import { findReportPart } from '../report/findReportPart.ts'
import { readPartPage } from '../report/partPage.ts'
import { readParameters } from '../report/readParameters.ts'
import { cellReaderOf } from '../report/resultCell.ts'
import type { Service } from '../service.ts'
import { publicAddress } from '../settings.ts'
import { callerStoreRecord, ruleContextOf } from '../write/check/ruleContext.ts'

/** Rows of all tables of the papers that are drawn at once. */
const mostTableRows = 20_000

/** The caller who prints, and where the records are. */
export interface PaperReader {
  readonly service: Service
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Rights by which fields are seen, where the paper goes to others than who reads it. */
  readonly sight?: Rights
}

type Place = Pick<PaperContext, 'model' | 'document' | 'register' | 'asked'>

/** Reads records as far as who prints may see them, in the order of their keys. @throws ApiError 404 where one is not there; 422 for too many rows */
export async function readPapers(
  ids: readonly string[],
  { model, document, register, asked }: Place,
  { service, caller, sight = caller.rights }: PaperReader,
): Promise<{ readonly context: PaperContext; readonly rows: readonly DataRow[] }> {
  const table = tableOf(model, register.name)
  const plan = planPapers(ids, paperReadsOf(model, document), { model, table, zone: caller.zone }, caller)
  const { found, store } = await service.database.read(readScope(caller, { model, table }), async q => ({
    found: await fetchPlanRows(plan, q),
    store: await callerStoreRecord({ service, model, caller, q }),
  }))
  const byId = new Map(found.map(row => [String(row.id), row]))
  const rows = ids.map(id => {
    const row = byId.get(id)
    if (!row) throw new ApiError(404, 'not-found')
    return withoutUnseen(row, table, { model, rights: sight })
  })
  const lines = rows.reduce((sum, row) => sum + register.lists.reduce((all, { name }) => all + lengthOf(row[name]), 0), 0)
  if (lines > mostTableRows) throw new ApiError(422, 'document.too-many-rows', { count: mostTableRows })
  const { user } = ruleContextOf({ caller }, store, false)
  const { zone } = caller
  return {
    context: { model, document, register, rights: sight, zone, store, user, asked, site: publicAddress(), giveWay: nextTurn },
    rows,
  }
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** Rows of the reports that a record's paper shows. @throws ApiError 403 where they are not for who prints */
export async function readReportRows(context: PaperContext, row: DataRow, reader: PaperReader): Promise<ReportRows> {
  const { model, document } = context
  const found = new Map<string, { columns: ReturnType<typeof findReportPart>['columns']; rows: DataRow[] }>()
  const scope = scopeOfPaper(model, document)
  for (const part of document.parts) {
    if (!('table' in part) || !('query' in part.table.of) || !scope) continue
    const { query: name, rows: path, values } = part.table.of
    const whole = model.queries[name]
    if (!whole) continue
    if (!gateAllows(whole.gate, reader.caller.permission)) throw gateRefusal(model, whole.gate, reader.caller.rights)
    const query = seenQuery(model, whole, reader.caller.rights)
    const members = Object.entries(values).map(([key, expression]) => [
      key,
      String(evaluateInScope(scope, expression, paperMoment(context, row)) ?? ''),
    ])
    const { service, caller, signal } = reader
    const given = readParameters(query, Object.fromEntries(members), caller.zone)
    const lojaId = query.scope === 'global' ? null : caller.storeId
    const page = readPartPage(findReportPart(query, path), undefined)
    const asked = { service, query, caller, lojaId, zone: caller.zone, given, signal }
    const answer = await fetchReportPage(asked, { ...page, limit: mostTableRows })
    const columns = page.shape.columns.map(column => [column, cellReaderOf(column)] as const)
    found.set(part.id, {
      columns: page.shape.columns,
      rows: answer.rows.map(raw => Object.fromEntries(columns.map(([{ name: key }, read]) => [key, read(raw[key])]))),
    })
  }
  return found
}
