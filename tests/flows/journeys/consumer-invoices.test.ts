import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import {
  actOnRecord,
  answerDialog,
  certifiedStore,
  enterSkippedNumber,
  postAs,
  sellAtCounter,
} from '../fixtures/consumerSales.ts'
import { type FiscalApp, openFiscalApp } from '../fixtures/fiscalApp.ts'

describe('consumer invoices of a store', () => {
  let app: FiscalApp
  let me: BrowserUser

  beforeAll(async () => {
    app = await openFiscalApp()
    me = await openBrowser(app.fixture.address)
    await logIn(me.page, 'dono@demo.com.br')
    const file = Buffer.from(app.simulator.authority.issueFile(certifiedStore, '1234'))
    const certificado = `data:application/x-pkcs12;base64,${file.toString('base64')}`
    await postAs(me.page, 'Sefaz/uploadCertificado', { senha: '1234', certificado })
  })
  afterAll(async () => {
    await me?.leave()
    await app?.close()
  })
  afterEach(() => {
    expect(me.errors).toEqual([])
  })

  it('a sale is issued and cancelled, and a number that was skipped is voided', async () => {
    const { page } = me
    const sale = await sellAtCounter(page, 'fluxo-nfce')
    // The list offers what the sale's own page does.
    await page.goto('/Movimentos')
    await page.getByRole('button', { name: `Mais ações: ${sale}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Gerar NF-e' }).waitFor()
    await page.getByRole('menuitem', { name: 'Emitir NFC-e' }).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`/Movimentos/${sale}`)
    await actOnRecord(page, 'Emitir NFC-e')
    await page
      .getByText(/NFC-e \d+: 100 - Autorizado o uso/)
      .first()
      .waitFor()
    await page.getByRole('cell', { name: 'Autorizada' }).waitFor()
    expect(await violations(page)).toEqual([])
    await actOnRecord(page, 'Ver NFC-e')
    await page.waitForURL(/\/NFCes\?/)
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    await page.getByText('Homologação: sem valor fiscal').waitFor()
    const downloading = page.waitForEvent('download')
    await actOnRecord(page, 'Baixar XML')
    expect((await downloading).suggestedFilename()).toMatch(/^\d{44}\.xml$/)
    await actOnRecord(page, 'DANFE')
    await page.getByRole('dialog').getByText('O PDF tem a largura da bobina da impressora.').waitFor()
    expect(await violations(page)).toEqual([])
    const printing = page.waitForEvent('download')
    await answerDialog(page, 'Baixar PDF')
    const paper = await printing
    expect(paper.suggestedFilename()).toMatch(/^danfe-\d{44}\.pdf$/)
    const [sheet] = readPdf(await readFile(await paper.path()))
    expect(sheet?.lines.join(' ')).toContain('Protocolo de autorização')
    // The minutes that are left count down; who hears it is told the clock time.
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    expect(await page.getByRole('menuitem', { name: /^Cancelar a NFC-e até \d\d:\d\d$/ }).innerText()).toMatch(/(29|30):\d\d/)
    await page.keyboard.press('Escape')
    await actOnRecord(page, /^Cancelar a NFC-e/)
    await answerDialog(page, 'Cancelar a NFC-e')
    await page
      .getByText(/NFC-e \d+: 135 - /)
      .first()
      .waitFor()
    await page.getByText('Cancelada').first().waitFor()
    expect(await violations(page)).toEqual([])

    await enterSkippedNumber(page, 999001)
    await actOnRecord(page, 'Inutilizar')
    await answerDialog(page, 'Inutilizar')
    await page
      .getByText(/Número 999001: 102 - /)
      .first()
      .waitFor()
    await page.getByText('Inutilizada').first().waitFor()
  })

  /** Issues from the sale's screen, is told the refusal, and opens the record of the note. */
  async function openRefused(page: Page, chave: string, told: RegExp): Promise<void> {
    await page.goto(`/Movimentos/${await sellAtCounter(page, chave)}`)
    await actOnRecord(page, 'Emitir NFC-e')
    await page.getByText(told).first().waitFor()
    await actOnRecord(page, 'Ver NFC-e')
    await page.waitForURL(/\/NFCes\?/)
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
  }
  const refuseNext = (): void =>
    app.simulator.set({ faults: [{ kind: 'code', code: '778', reason: 'NCM inexistente', times: 1 }] })
  const refusal = /A SEFAZ rejeitou: 778 - .* Confira o NCM do produto\./

  it('a refused note is issued again from its record; of a cancelled one both files are there', async () => {
    const { page } = me
    refuseNext()
    await openRefused(page, 'recusada-1', refusal)
    await page
      .getByText(/^778 - Rejeição/)
      .first()
      .waitFor()
    expect(await violations(page)).toEqual([])
    await actOnRecord(page, 'Emitir')
    await page
      .getByText(/NFC-e \d+: 100 - Autorizado o uso/)
      .first()
      .waitFor()
    await actOnRecord(page, /^Cancelar a NFC-e/)
    await answerDialog(page, 'Cancelar a NFC-e')
    await page.getByText('Cancelada').first().waitFor()
    for (const [action, name] of [
      ['Baixar XML', /^\d{44}\.xml$/],
      ['Baixar XML do cancelamento', /^\d{44}-cancelamento\.xml$/],
    ] as const) {
      const downloading = page.waitForEvent('download')
      await actOnRecord(page, action)
      expect((await downloading).suggestedFilename()).toMatch(name)
    }
  })

  it('or its number is voided, for a reason', async () => {
    const { page } = me
    refuseNext()
    await openRefused(page, 'recusada-2', refusal)
    const before = app.simulator.ledgers[2].voidings().length
    await actOnRecord(page, 'Inutilizar')
    const reason = page.getByRole('dialog').getByLabel('Justificativa')
    await reason.fill('curta')
    await answerDialog(page, 'Inutilizar')
    await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
    expect(await violations(page)).toEqual([])
    await reason.fill('Produto com NCM que não existe')
    await answerDialog(page, 'Inutilizar')
    await page
      .getByText(/Número \d+: 102 - /)
      .first()
      .waitFor()
    await page.getByText('Inutilizada').first().waitFor()
    expect(app.simulator.ledgers[2].voidings()).toHaveLength(before + 1)
  })

  it('a note whose number belongs to another one may be deleted, and no other', async () => {
    const { page } = me
    const other = await sellAtCounter(page, 'recusada-3')
    await postAs(page, 'Sefaz/emiteNFCe', { movimentoId: other })
    await app.run('UPDATE equipamentos SET "nfce_nNF" = "nfce_nNF" - 1 WHERE "lojaId" = 1 AND id = 1')
    await openRefused(page, 'recusada-4', /A SEFAZ rejeitou: 539/)
    const address = page.url()
    await actOnRecord(page, 'Excluir')
    await answerDialog(page, 'Excluir')
    await page.waitForURL(url => url.pathname === '/NFCes')
    await page.goto(address)
    await page.getByText('não encontrad', { exact: false }).first().waitFor()
    await page.goto(`/NFCes?movimentoId=${other}`)
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name: 'DANFE' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Excluir' }).count()).toBe(0)
  })
})
