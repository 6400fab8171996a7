import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { actOnRecord, answerDialog, enterSkippedNumber, sellAtCounter } from '../fixtures/consumerSales.ts'
import { type FiscalApp, openFiscalApp } from '../fixtures/fiscalApp.ts'
import { installCertificate } from '../fixtures/installCertificate.ts'
import { openAppProcess } from '../fixtures/runningApp.ts'

let app: FiscalApp
let me: BrowserUser

beforeAll(async () => {
  // The server dies with the answer to the second note in hand: the authority knows the note as authorised, and nobody else does.
  app = await openFiscalApp({ FAULT_POINT: 'answered-NOTA:2' }, openAppProcess)
  me = await openBrowser(app.fixture.address)
})
afterAll(async () => {
  await me?.leave()
  await app?.close()
})

/** As if the minutes were over in which whoever has a document may still be at work, and in which the authority is left alone. */
async function letTimePass(): Promise<void> {
  await app.run('UPDATE "NFe_transmissaos" SET reservada_ate = NULL')
  await app.run('UPDATE "Loja_contingencias" SET ultima_falha = NULL')
  await app.run(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'sefaz'`)
}

interface Note {
  readonly movimentoId: number
  readonly nNF: number
  readonly chNFe: string
  readonly situacao: string
}

const notesOf = async (page: Page, sales: readonly number[]): Promise<readonly Note[]> => {
  const filter = { where: { movimentoId: { inq: sales } }, order: ['id'] }
  return (await callApi(page, `NFCes?filter=${encodeURIComponent(JSON.stringify(filter))}`)) as Note[]
}

/** Issues from the sale's screen; what it is told is the message that is seen. */
async function issue(page: Page, sale: number, told: RegExp): Promise<void> {
  await page.goto(`/Movimentos/${sale}`)
  await actOnRecord(page, 'Emitir NFC-e')
  await page.getByText(told).first().waitFor()
}

const untilAuthorised = async (page: Page, sales: readonly number[]): Promise<void> => {
  await expect
    .poll(async () => (await notesOf(page, sales)).map(({ situacao }) => situacao))
    .toEqual(sales.map(() => 'AUTORIZADA'))
}

const seesAuthorised = async (page: Page, sale: number): Promise<void> => {
  await page.goto(`/Movimentos/${sale}`)
  await page.getByRole('cell', { name: 'Autorizada' }).waitFor()
}

it('a shop sells through a crash and an outage, cancels and voids: no note is lost, none doubled', async () => {
  const { page } = me
  const { fixture, simulator, env } = app
  const { ledgers } = simulator
  await logIn(page, 'dono@demo.com.br')
  await installCertificate(page, app.simulator)
  const sales: number[] = []
  for (let at = 0; at < 6; at++) sales.push(await sellAtCounter(page, `dia-ruim-${at}`))
  const [first = 0, second = 0, ...later] = sales
  await issue(page, first, /NFC-e \d+: 100 - Autorizado o uso/)

  // The crash: started again, the server finds out by itself what became of the note.
  await page.goto(`/Movimentos/${second}`)
  await actOnRecord(page, 'Emitir NFC-e')
  await expect.poll(() => ledgers[2].notes().length).toBe(2)
  await fixture.stop('SIGKILL')
  env.FAULT_POINT = ''
  await fixture.start()
  await letTimePass()
  await untilAuthorised(page, [first, second])
  await seesAuthorised(page, second)

  // The outage: three notes wait, the next is issued at once and printed. Meanwhile the server is killed, too.
  await simulator.shut()
  const [offline = 0] = later.slice(3)
  for (const sale of later.slice(0, 3)) await issue(page, sale, /A nota está guardada e será enviada/)
  await issue(page, offline, /emitida em contingência; será enviada quando a SEFAZ voltar/)
  await actOnRecord(page, 'Ver NFC-e')
  await page.waitForURL(/\/NFCes\?/)
  await page.getByText('Em Processamento').first().waitFor()
  await page
    .getByRole('link', { name: /^Editar/ })
    .first()
    .click()
  await actOnRecord(page, 'DANFE')
  const printing = page.waitForEvent('download')
  await answerDialog(page, 'Baixar PDF')
  const [paper] = readPdf(await readFile(await (await printing).path()))
  expect(paper?.lines.join(' ')).toMatch(/EMITIDA EM CONTINGÊNCIA/i)
  await fixture.stop('SIGKILL')
  await simulator.open()
  await fixture.start()
  await letTimePass()
  await untilAuthorised(page, sales)
  await seesAuthorised(page, offline)

  await actOnRecord(page, 'Ver NFC-e')
  await page.waitForURL(/\/NFCes\?/)
  await page
    .getByRole('link', { name: /^Editar/ })
    .first()
    .click()
  await actOnRecord(page, /^Cancelar /)
  await answerDialog(page, 'Cancelar a NFC-e')
  await page
    .getByText(/NFC-e \d+: 135 - /)
    .first()
    .waitFor()
  await enterSkippedNumber(page, 999001)
  await actOnRecord(page, 'Inutilizar')
  await answerDialog(page, 'Inutilizar')
  await page.getByText('Inutilizada').first().waitFor()

  // The authority and the shop say the same: a note for each sale, numbers in a row, one cancelled, one number voided.
  const notes = await notesOf(page, sales)
  expect(notes.map(({ movimentoId, situacao }) => [movimentoId, situacao])).toEqual(
    sales.map(sale => [sale, sale === offline ? 'CANCELADA' : 'AUTORIZADA']),
  )
  expect(notes.map(({ nNF }) => nNF)).toEqual(notes.map((_, at) => (notes[0]?.nNF ?? 0) + at))
  expect(ledgers[2].notes().map(({ key }) => key)).toEqual(notes.map(({ chNFe }) => chNFe))
  expect(notes.filter(({ chNFe }) => ledgers[2].cancellation(chNFe)).map(({ movimentoId }) => movimentoId)).toEqual([offline])
  expect(ledgers[2].voidings().map(({ first, last }) => [first, last])).toEqual([[999001, 999001]])
})
