import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { costlyCertificate } from '../../../src/plugins/sefaz/fixtures/costlyCertificate.ts'
import { dataUrl, emptyElements } from '../../../src/plugins/sefaz/fixtures/hostileArchives.ts'
import { openTestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'
import { endThreads, inWorker, pieceCounts, threadsAtOnce } from '../../../src/server/threads/inWorker.ts'
import { threadTask } from '../../../src/server/threads/threadTask.ts'
import { type InvoiceShop, openInvoiceShop } from '../fiscal/invoiceShop.ts'
import { supplierNote } from '../fiscal/supplierNote.ts'
import type { hang } from './fixtures/pieces.ts'

/** Every call that reads a file, draws a paper or writes a sheet: past its limit it is refused whole, and others are answered meanwhile. */

let shop: InvoiceShop
const neighbour = { store: 0, token: '' }
const asked = { product: 0, received: 0, invoice: 0, consumer: 0, link: '' }
const folder = mkdtempSync(join(tmpdir(), 'hostis-'))
const longest = process.env.WORKER_SECONDS

beforeAll(async () => {
  shop = await openInvoiceShop()
  // Tests read the letters that wait: the sender takes them every ten seconds.
  await shop.server.context.mailWorker.close()
  neighbour.store = await shop.server.addStore('Vizinha')
  neighbour.token = await shop.person('vizinha', { type: 1 }, neighbour.store)
  const line = { code: 'PAO', name: 'PÃO', quantity: '1.0000', value: '10.00' }
  const xml = supplierNote({ number: 700, lines: [line], vNF: '10.00', due: [] })
  asked.received = (await shop.post('Sefaz/uploadXML', { xml })).json().ids[0]
  asked.invoice = (await shop.issued()).id
  await shop.emit(await shop.sell())
  asked.consumer = Number((await shop.notes())[0]?.id)
  asked.link = (await shop.get(`NFe_emissaos/urlDanfe?lojaId=${shop.store}&nfeId=${asked.invoice}`)).json().url.slice(5)
  const [product] = await shop.run('SELECT id FROM produtos WHERE "lojaId" = $1 LIMIT 1', [shop.store])
  asked.product = Number(product?.id)
  const fill = `INSERT INTO grupos ("lojaId", nome) SELECT $1, 'Grupo ' || n FROM generate_series(1, 3000) n`
  await shop.run(fill, [shop.store])
})
beforeEach(endThreads)
afterEach(() => {
  process.env.WORKER_SECONDS = longest ?? ''
})
afterAll(async () => {
  await shop?.close()
  await endThreads()
  rmSync(folder, { recursive: true })
})

/** A file whose keys take some seconds to make, and is sound. */
let costlyFile: { readonly senha: string; readonly certificado: string }
const makeCostly = (): typeof costlyFile => {
  const identity = openTestAuthority(folder).issue({ name: 'Padaria da Ana Ltda', cnpj: '11444777000161' })
  const file = costlyCertificate(identity, '1234', 'nowhere')
  return { senha: '1234', certificado: `data:application/x-pkcs12;base64,${file.toString('base64')}` }
}
const costly = (): typeof costlyFile => {
  costlyFile ??= makeCostly()
  return costlyFile
}
const largeFiles = (): { readonly arquivos: string } => ({ arquivos: dataUrl(emptyElements(2, 200_000)) })
const ofStore = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lojaId=${shop.store}`

const calls: readonly [what: string, ask: () => Promise<{ statusCode: number; body: string }>][] = [
  ['a certificate', () => shop.post('Sefaz/uploadCertificado', costly())],
  ['notes of suppliers', () => shop.post('Sefaz/uploadXML', largeFiles())],
  ["the paper of a supplier's note", () => shop.get(ofStore(`nfes/danfe?nfeId=${asked.received}`))],
  ['the paper of a NFC-e', () => shop.get(ofStore(`nfces/danfce?nfceId=${asked.consumer}`))],
  ['the address of a paper', () => shop.get(ofStore(`NFe_emissaos/urlDanfe?nfeId=${asked.invoice}`))],
  ['the paper of an address, without a session', () => shop.get(asked.link, '')],
  ['a note by mail', () => shop.post('NFe_emissaos/sendEmail', { nfeId: asked.invoice })],
  ['a document', () => shop.get(ofStore(`produtos/documents/etiquetas.pdf?ids=${asked.product}`))],
  ['a list as CSV', () => shop.get(ofStore('grupos/exportar'))],
  ['a list as XLSX', () => shop.get(ofStore('grupos/exportar?formato=xlsx'))],
]

/** Returns the rows that a call must not leave behind. */
const left = async (): Promise<unknown> => {
  const [certificates, notes, letters] = await Promise.all([
    shop.run('SELECT * FROM "Loja_certificados"'),
    shop.run('SELECT id FROM nfes'),
    shop.run('SELECT id FROM system.queue'),
  ])
  return { certificates, notes, letters }
}

test.each(calls)('%s that takes too long is refused, and nothing is written', async (_, ask) => {
  const before = await left()
  // Less than a thread takes to start.
  process.env.WORKER_SECONDS = '0.01'
  const reply = await ask()
  expect([reply.statusCode, JSON.parse(reply.body).error]).toEqual([
    422,
    expect.objectContaining({
      code: 'threads.too-much',
      message:
        'Este arquivo ou documento é grande ou complexo demais: o servidor parou no limite de tempo ou de memória, e nada foi salvo. Divida-o em partes menores.',
    }),
  ])
  expect(await left()).toEqual(before)
})

test.each(calls.slice(2))('%s is made within its limits', async (_, ask) => {
  expect((await ask()).statusCode).toBe(200)
})

test.each(calls.slice(0, 2))("another store's list is answered while %s is worked on", async (_, ask) => {
  const order: string[] = []
  const file = ask().then(() => order.push('file'))
  const list = shop.server.call(neighbour.token, 'GET', `/api/nfes?lojaId=${neighbour.store}`).then(({ statusCode }) => {
    order.push('list')
    return statusCode
  })
  expect(await list).toBe(200)
  await file
  expect(order).toEqual(['list', 'file'])
})

test('a store that sends too much at once is told to come again; another is served in its turn', async () => {
  const order: string[] = []
  // None is done while they come, however slowly that is.
  const release = holdThreads()
  const sent = Array.from({ length: 20 + threadsAtOnce }, async () => {
    const reply = await shop.post('Sefaz/uploadCertificado', { senha: 'errada', certificado: costly().certificado })
    order.push('own')
    return reply
  })
  const refused = await Promise.race(sent)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.message]).toEqual([
    503,
    '5',
    'Há arquivos e documentos demais na fila desta loja. Nada foi salvo: tente de novo em instantes.',
  ])
  await release()
  const payload = { lojaId: neighbour.store, arquivos: dataUrl(Buffer.from('<a/>')) }
  await shop.run(`UPDATE lojas SET cnpj = '11444777000161' WHERE "lojaId" = $1`, [neighbour.store])
  const reply = await shop.server.call(neighbour.token, 'POST', '/api/Sefaz/uploadXML', payload)
  expect(reply.json().error.code).toBe('received.upload-failed')
  // Of the line before it, no more than what was at work.
  expect(order.length).toBeLessThan(1 + 2 * threadsAtOnce)
  // Waiting callers leave with the server's threads.
  await endThreads()
  await Promise.all(sent)
})

/** Holds all threads until the returned function is called. */
const holdThreads = (): (() => Promise<unknown>) => {
  const held = new AbortController()
  const hangs = threadTask<typeof hang>({ module: new URL('./fixtures/pieces.ts', import.meta.url), name: 'hang' })
  const holding = Array.from({ length: threadsAtOnce }, (_, lojaId) =>
    inWorker(hangs, null, { lojaId: -lojaId, signal: held.signal }),
  )
  return () => {
    held.abort()
    return Promise.allSettled(holding)
  }
}

test('letters that wait for their papers hold no connection, whatever key they come under: others are answered', async () => {
  const release = holdThreads()
  const headers = (key: string) => ({ authorization: shop.token, 'idempotency-key': key })
  const payload = { lojaId: shop.store, nfeId: asked.invoice }
  const letters = Array.from({ length: 15 }, (_, at) =>
    shop.server.app.inject({ method: 'POST', url: '/api/NFe_emissaos/sendEmail', headers: headers(`carta-${at}`), payload }),
  )
  await expect.poll(pieceCounts).toEqual({ running: threadsAtOnce, waiting: 15 })
  const list = await shop.server.call(neighbour.token, 'GET', `/api/nfes?lojaId=${neighbour.store}`)
  expect(list.statusCode).toBe(200)
  await release()
  expect((await Promise.all(letters)).map(({ statusCode }) => statusCode)).toEqual(letters.map(() => 200))
})

test('who leaves before a file is worked on is out of the line, and nothing comes of it', async () => {
  const address = await shop.server.app.listen({ port: 0, host: '127.0.0.1' })
  const before = await left()
  const leaving = new AbortController()
  const release = holdThreads()
  const gone = fetch(`${address}/api/Sefaz/uploadCertificado`, {
    method: 'POST',
    headers: { authorization: shop.token, 'content-type': 'application/json' },
    body: JSON.stringify({ lojaId: shop.store, ...costly() }),
    signal: leaving.signal,
  })
  await expect.poll(pieceCounts).toEqual({ running: threadsAtOnce, waiting: 1 })
  leaving.abort()
  await expect(gone).rejects.toThrow()
  await expect.poll(pieceCounts).toEqual({ running: threadsAtOnce, waiting: 0 })
  await release()
  expect(await left()).toEqual(before)
})
