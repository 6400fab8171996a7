import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkSped } from '../../../src/domain/accounting/sped/checkSped.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { actOnRecord } from '../fixtures/consumerSales.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

/** The month of a note, by its key. */
const monthOf = (chNFe: string): string => `20${chNFe.slice(2, 4)}-${chNFe.slice(4, 6)}`

describe('the accountant’s files', () => {
  const session = useOwnerSession()

  it('are made of a month, fetched, and sent, or it says what is missing', async () => {
    const { page } = session.me
    await page.goto('/Contador_arquivo')
    await page.getByText('Nenhum arquivo ainda. O de cada mês é gerado no dia 1º do mês seguinte.').first().waitFor()
    const notes = (await callApi(page, `NFCes?filter=${encodeURIComponent('{"limit":50}')}`)) as {
      chNFe: string
      xmlUrl: string | null
      situacao: string
    }[]
    const note = notes.find(({ xmlUrl, situacao }) => xmlUrl && situacao === 'AUTORIZADA')
    if (!note) throw new Error('The demo has no invoice with its XML')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Gerar arquivo' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Mês').fill('13/2026')
    await dialog.getByRole('button', { name: 'Gerar arquivo' }).click()
    await dialog.getByText('Informe o mês assim: 11/2026, nov/26 ou 2026-11.').first().waitFor()
    await dialog.getByLabel('Mês').fill(monthOf(note.chNFe))
    await dialog.getByRole('button', { name: 'Gerar arquivo' }).click()
    await page.getByText('Arquivo gerado com sucesso!').first().waitFor()
    await page.goto('/Contador_arquivo')
    await page.getByText(monthOf(note.chNFe)).first().click()
    await page
      .getByRole('heading', { name: monthOf(note.chNFe) })
      .first()
      .waitFor()
    expect(await violations(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await actOnRecord(page, 'Baixar arquivo')
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`notas-${monthOf(note.chNFe)}.zip`)
    const files = unzipSync(readFileSync(await download.path()))
    const path = Object.keys(files).find(name => /nfce\/\d{44}\.xml$/.test(name)) ?? ''
    expect(strFromU8(files[path] ?? new Uint8Array())).toContain(`Id="NFe${path.slice(-48, -4)}"`)
    expect(strFromU8(files['totais.csv'] ?? new Uint8Array())).toContain('NFC-e autorizadas')
    await actOnRecord(page, 'Enviar por e-mail')
    await page.getByText('Email enviado com sucesso!').or(page.getByText('Preencha o e-mail do contador')).first().waitFor()
  })

  it('give the SPED of a month, which holds', async () => {
    const { page } = session.me
    await page.goto('/Contador_arquivo')
    await page.getByRole('button', { name: 'SPED Fiscal' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Um mês inteiro.').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Mês' }).fill('out/26')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Baixar SPED' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('sped-out-26.txt')
    const text = readFileSync(await download.path(), 'latin1')
    expect(text).toMatch(/^\|0000\|020\|0\|01102026\|31102026\|/)
    expect(checkSped(text)).toEqual([])
  })
})
