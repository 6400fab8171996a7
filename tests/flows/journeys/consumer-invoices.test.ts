import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPdf } from '../../../src/plugins/nfe/danfce/fixtures/readPdf.ts'
import { openTestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'
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
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

describe('consumer invoices of a store', () => {
  let house: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    house = await openApp()
  })
  afterAll(() => house?.close())
  beforeEach(async () => {
    me = await openBrowser(house.address)
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  const installCertificate = async (page: Page): Promise<void> => {
    const authority = openTestAuthority(join(house.folder, 'data', 'sefaz', 'authority'))
    const file = Buffer.from(authority.issueFile(certifiedStore, '1234'))
    const certificado = `data:application/x-pkcs12;base64,${file.toString('base64')}`
    await postAs(page, 'Sefaz/uploadCertificado', { senha: '1234', certificado })
  }

  it('a sale is issued and cancelled, and a number that was skipped is voided', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await installCertificate(page)
    await page.goto(`/Movimentos/${await sellAtCounter(page, 'fluxo-nfce')}`)
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
    expect(await page.getByRole('menuitem', { name: /^Cancelar até \d\d:\d\d$/ }).innerText()).toMatch(/(29|30):\d\d/)
    await page.keyboard.press('Escape')
    await actOnRecord(page, /^Cancelar /)
    await answerDialog(page, 'Cancelar')
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
})
