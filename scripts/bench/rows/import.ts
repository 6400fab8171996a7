import { randomUUID } from 'node:crypto'
import { readCsv } from '../../../src/base/csv.ts'
import { matchHeader } from '../../../src/model/import/header.ts'
import { createRowReader } from '../../../src/model/import/row.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BenchResult, limitLine, plainLine, rateOf } from '../figures.ts'
import type { Bench } from '../places/bench.ts'
import type { Place } from '../places/contest.ts'
import { productsSetup, STORE } from '../seeds/productsSetup.ts'
import { pick } from '../turns.ts'
import { watchMemory } from '../watchMemory.ts'
import { adminOf } from './list.ts'

const NAME = 'produtos-importar'
const ROWS = 10_000
const LEAST = 2_000

/**
 * A file of products from its bytes to the stored rows, as a page sends it: read, checked and converted here, then batch after batch,
 * each answered before the next. Groups, units and taxes are named, so all are looked up. `again`: the same file once more.
 */
export async function* measureImport(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const admin = await adminOf(contest)
  const grown = watchMemory(contest.ours.server.pid)
  const turns = await contest.solo(
    async (place, turn) => {
      const file = fileOf(turn)
      const send = (wanted: string): Promise<number> => sendFile(place, admin(place), file, wanted)
      return { first: await send('created'), again: await send('unchanged') }
    },
    { rounds: 3, warm: 0 },
  )
  const what = `Import of ${ROWS.toLocaleString('en-US')} products, from the file to the stored rows (server's memory +${grown()} MB)`
  yield limitLine(
    what,
    pick(turns, ({ first }) => first),
    rateOf('rows'),
    LEAST,
  )
  yield plainLine(
    'the same file again: nothing changes',
    pick(turns, ({ again }) => again),
    rateOf('rows'),
  )
}

function fileOf(turn: number): Uint8Array {
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const code = 70_000_000 + turn * ROWS + at
    return `${code};I${code};Produto importado ${at};${(at % 900) + 1},90;${at % 300},5;Importado ${at % 40};un;22021000;${['102', '500', '0'][at % 3]};18,5;1`
  })
  const header = 'codigo;cod_aux;descricao;preco;custo;grupo;unidade;ncm;icms_cst;icms_alq;stt_prod'
  return new TextEncoder().encode([header, ...lines].join('\n'))
}

/** Rows a second. */
async function sendFile({ server }: Place, token: string, file: Uint8Array, wanted: string): Promise<number> {
  const { model } = readDefinitions()
  const load = model.imports[NAME]
  if (!load) throw new Error(`No import ${NAME}`)
  const action = randomUUID()
  const start = performance.now()
  const csv = readCsv(file)
  const read = createRowReader(model, load, matchHeader(load, csv.header))
  const rows = csv.rows.map((cells, at) => read(cells, csv.lines[at] ?? at + 2))
  for (let at = 0; at < rows.length; at += load.batch) {
    const batch = rows.slice(at, at + load.batch).map(({ record }) => record)
    const reply = await fetch(`${server.address}/api/imports/${NAME}?lojaId=${STORE}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token, 'x-action': action },
      body: JSON.stringify({ rows: batch }),
    })
    const { rows: results = [], ...other } = (await reply.json()) as { rows?: { status: string }[] }
    const odd = results.find(({ status }) => status !== wanted)
    if (!reply.ok || odd) throw new Error(`A row of the import was not ${wanted}: ${JSON.stringify(odd ?? other)}`)
  }
  return (rows.length / (performance.now() - start)) * 1000
}
