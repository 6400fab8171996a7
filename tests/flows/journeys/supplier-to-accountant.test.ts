import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../../../src/base/dates.ts'
import { checkSped } from '../../../src/domain/accounting/sped/checkSped.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { actOnRecord, answerDialog, certifiedStore, postAs } from '../fixtures/consumerSales.ts'
import { type FiscalApp, openFiscalApp } from '../fixtures/fiscalApp.ts'

interface Note {
  readonly id: number
  readonly chNFe: string
  readonly vNF: number
  readonly xmlUrl: string | null
  readonly entrada_em: string
  readonly itens: readonly {
    readonly produtoId: number
    readonly estoque: number
    readonly custo: number
    readonly venda: number
  }[]
  readonly contas: readonly { readonly valor: number }[]
}

/** A supplier's goods go from the tax authority into stock, prices and bills, and at the end of the month to the accountant. */
describe('from the supplier to the accountant', () => {
  let app: FiscalApp
  let me: BrowserUser
  let post: MailCatcher
  let note: Note
  const read = async (): Promise<Note> => (await callApi(me.page, `nfes/${note.id}`)) as Note

  beforeAll(async () => {
    post = await openMailCatcher()
    app = await openFiscalApp({ SMTP_URL: post.url, MAIL_FROM: 'Loja <loja@teste.br>' })
    me = await openBrowser(app.fixture.address)
    await logIn(me.page, 'dono@demo.com.br')
    const file = Buffer.from(app.simulator.authority.issueFile(certifiedStore, '1234'))
    await postAs(me.page, 'Sefaz/uploadCertificado', {
      senha: '1234',
      certificado: `data:application/x-pkcs12;base64,${file.toString('base64')}`,
    })
    await app.run(`UPDATE lojas SET email_contador = 'fiscal@contas.br' WHERE id = 1`)
    await app.run('DELETE FROM nfes WHERE "lojaId" = 1')
  })
  afterAll(async () => {
    const errors = me?.errors
    await me?.leave()
    await app?.close()
    await post?.close()
    expect(errors).toEqual([])
  })

  it('summaries are fetched, and until when nobody may ask again is told', async () => {
    const { page } = me
    await page.goto('/nfes')
    await page.getByText('A SEFAZ ainda não foi consultada sobre notas desta loja.').waitFor()
    await page.getByRole('button', { name: 'Buscar notas' }).click()
    await page.getByText(/^\d+ documentos recebidos da SEFAZ\.$/).waitFor()
    await page.getByText(/^Último NSU lido: \d+, em .* Nova consulta a partir de .*\.$/).waitFor()
    await page.getByRole('button', { name: 'Buscar notas' }).click()
    await page.getByText(/^A SEFAZ só permite uma nova busca a partir de /).waitFor()
    expect(await violations(page)).toEqual([])
    const [first] = (await callApi(page, 'nfes?filter={"order":["dhEmi DESC"],"limit":1}')) as Note[]
    if (!first) throw new Error('The authority has no note')
    note = first
  })

  it('after the store’s word its XML is waited for, and comes', async () => {
    const { page } = me
    await page.goto('/nfes')
    const row = page.getByRole('row').nth(1)
    // The note does not come with the answer: the next reading brings it.
    app.simulator.set({ faults: [{ kind: 'cutBefore', times: 1, service: 'NFeDistribuicaoDFe' }] })
    await openMenu(page)
    // Without its XML there is nothing to enter, and nothing to download.
    for (const name of ['Editar entrada', 'Baixar XML', 'Cancelar entrada', 'Enviar para filiais', 'Excluir'])
      expect(await page.getByRole('menuitem', { name }).count()).toBe(0)
    for (const name of ['Confirmação da operação', 'Operação não realizada', 'Desconhecimento da operação'])
      await page.getByRole('menuitem', { name }).waitFor()
    await page.getByRole('menuitem', { name: 'Ciência da operação' }).click()
    await answerDialog(page, 'Ciência da operação')
    await page.getByText('Ciência da operação manifestada com sucesso').waitFor()
    await row.getByText('Aguardando XML').waitFor()
    await row.getByText('Ciência', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await app.run('UPDATE "Loja_nsus" SET espera_ate = NULL')
    await page.getByRole('button', { name: 'Buscar notas' }).click()
    await row.getByText('Aguardando XML').waitFor({ state: 'detached' })
    await openMenu(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Baixar XML' }).click()
    expect((await downloading).suggestedFilename()).toBe(`${note.chNFe}.xml`)
  })

  it('its goods come into stock with their costs, prices and bills', async () => {
    const { page } = me
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Editar entrada' }).click()
    const grid = page.getByRole('grid', { name: 'Itens' }).first()
    await grid.getByRole('row').nth(1).waitFor()
    const goods = ['Affogato', 'Pizza de Palmito', 'Pizza Toscana']
    const { itens } = await read()
    for (const [at] of itens.entries()) {
      const cell = grid
        .getByRole('row')
        .nth(at + 1)
        .getByRole('gridcell')
        .nth(1)
      await cell.click()
      await page.keyboard.press('Enter')
      await page.keyboard.type(goods[at] ?? '')
      await page
        .getByRole('option', { name: new RegExp(goods[at] ?? '') })
        .first()
        .click()
      await cell.getByText(goods[at] ?? '').waitFor()
    }
    await chooseFirst(page, 'Classificação')
    await chooseFirst(page, 'Centro de custo')
    await page.getByRole('button', { name: 'Dar entrada' }).last().click()
    await answerDialog(page, 'Dar entrada')
    await page.getByText('NFe salva com sucesso').waitFor()
    await page.waitForURL(/\/nfes$/)
    const entered = await read()
    expect(entered.contas.reduce((sum, { valor }) => sum + valor, 0)).toBeCloseTo(entered.vNF, 2)
    for (const { produtoId, estoque, custo, venda } of entered.itens) {
      const product = (await callApi(page, `produtos/${produtoId}`)) as { preco_cst_prod: number; preco_vnd_prod: number }
      // The store has several price tables, which keep a cost's four decimals.
      expect(product).toMatchObject({ preco_cst_prod: custo, preco_vnd_prod: venda })
      const filter = encodeURIComponent(JSON.stringify({ where: { id: produtoId } }))
      const history = (await callApi(page, `Estoque/findInclude?filter=${filter}`)) as { movimentacao: { qtd: number }[] }
      expect(JSON.stringify(history)).toContain(`"qtd":${estoque}`)
    }
  })

  it('its month goes to the accountant, with the note and in the SPED', async () => {
    const { page } = me
    const month = `20${note.chNFe.slice(2, 4)}-${note.chNFe.slice(4, 6)}`
    await page.goto('/Contador_arquivo')
    await page.getByRole('button', { name: 'Gerar arquivo' }).first().click()
    await page.getByRole('dialog').getByLabel('Mês').fill(month)
    await answerDialog(page, 'Gerar arquivo')
    await page.getByText('Arquivo gerado com sucesso!').first().waitFor()
    await page.goto('/Contador_arquivo')
    await page.getByText(month).first().click()
    await page.getByRole('heading', { name: month }).first().waitFor()
    await actOnRecord(page, 'Enviar por e-mail')
    await page.getByText('Email enviado com sucesso!').waitFor()
    const { raw } = await post.next('fiscal@contas.br')
    const encoded = /filename="?notas-[\d-]+\.zip"?[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+?)\r?\n--/.exec(raw)?.[1]
    const files = unzipSync(Buffer.from(encoded ?? '', 'base64'))
    // The demo's authority is a simulated one: nothing of it counts as production.
    expect(strFromU8(files[`homologacao/recebidas/${note.chNFe}.xml`] ?? new Uint8Array())).toContain(`Id="NFe${note.chNFe}"`)

    // A note of a month's last day is booked on the day of its entry, which may be of the next month.
    const booked = dayOf((await read()).entrada_em).slice(0, 7)
    const [from, to] = [`${booked}-01`, lastDayOf(booked)]
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const sped = await page.request.get(`/api/Relatorio/sped_fiscal?lojaId=1&startDate=${from}&endDate=${to}`, {
      headers: { authorization: token },
    })
    const text = (await sped.body()).toString('latin1')
    expect(checkSped(text)).toEqual([])
    expect(text.split('\r\n').filter(line => line.startsWith('|C100|') && line.includes(note.chNFe))).toHaveLength(1)
  })
})

/** The menu of the list's first row. */
const openMenu = (page: Page): Promise<void> =>
  page.getByRole('row').nth(1).getByRole('button', { name: /ações/i }).last().click()

/** Takes the first that a reference offers. */
async function chooseFirst(page: Page, field: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).first().click()
  await page.getByRole('listbox').getByRole('option').first().click()
}

const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
