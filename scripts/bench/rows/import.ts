import { randomUUID } from 'node:crypto'
import { readCsv } from '../../../src/base/csv.ts'
import { matchHeader } from '../../../src/model/import/header.ts'
import { createRowReader } from '../../../src/model/import/row.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import type { BenchEnvironment } from '../environment.ts'
import type { BenchResult } from '../figures.ts'
import { median } from '../statistics.ts'
import { watchMemory } from '../watchMemory.ts'

const NAME = 'produtos-importar'
const ROWS = 10_000
const LEAST = 2_000

/**
 * A file of products from its bytes to the stored rows, as a page sends it: read, checked and converted here, then batch after batch,
 * each answered before the next. Groups, units and taxes are named, so all are looked up. `again`: the same file once more.
 */
export async function measureImport(place: BenchEnvironment, token: string, store: number): Promise<BenchResult[]> {
  const grown = watchMemory(place.ours.pid)
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < 3; round++) {
    const file = fileOf(round)
    first.push(await sendFile(place, token, store, file, 'created'))
    again.push(await sendFile(place, token, store, file, 'unchanged'))
  }
  const memory = grown()
  const [rate, rateAgain] = [median(first), median(again)]
  return [
    {
      what: `Import of ${count(ROWS)} products, from the file to the stored rows (server's memory +${memory} MB)`,
      ours: `${count(rate)} rows/s`,
      baseline: `${count(LEAST)} rows/s`,
      ratio: rate / LEAST,
      bar: { least: 1 },
    },
    { what: 'the same file again: nothing changes', ours: `${count(rateAgain)} rows/s`, baseline: '', beside: true },
  ]
}

const count = (n: number): string => Math.round(n).toLocaleString('en-US')

function fileOf(round: number): Uint8Array {
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const code = 70_000_000 + round * ROWS + at
    return `${code};I${code};Produto importado ${at};${(at % 900) + 1},90;${at % 300},5;Importado ${at % 40};un;22021000;${['102', '500', '0'][at % 3]};18,5;1`
  })
  const header = 'codigo;cod_aux;descricao;preco;custo;grupo;unidade;ncm;icms_cst;icms_alq;stt_prod'
  return new TextEncoder().encode([header, ...lines].join('\n'))
}

/** Rows a second. */
async function sendFile(
  place: BenchEnvironment,
  token: string,
  store: number,
  file: Uint8Array,
  wanted: string,
): Promise<number> {
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
    const reply = await fetch(`${place.ours.address}/api/imports/${NAME}?lojaId=${store}`, {
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
