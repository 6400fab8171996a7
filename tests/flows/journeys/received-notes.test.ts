import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { supplierNote } from '../../api/fiscal/supplierNote.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { postAs } from '../fixtures/consumerSales.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

describe('notes of suppliers', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  beforeEach(async () => {
    me = await openBrowser(fixture.address)
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  it('are sent as files, entered, and taken back', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/nfes')
    await page.getByRole('button', { name: 'Enviar XML' }).click()
    const dialog = page.getByRole('dialog')
    // A gift: nothing is to be paid.
    const lines = [{ code: 'AFF', name: 'AFFOGATO', quantity: '3.0000', value: '30.00' }]
    const files = [71, 72].map(number => ({
      name: `nota${number}.xml`,
      mimeType: 'text/xml',
      buffer: Buffer.from(supplierNote({ number, lines, vNF: '30.00', to: '25897133000133', payment: '90' })),
    }))
    await dialog.locator('input[type=file]').setInputFiles(files)
    await dialog.getByText('nota71.xml, nota72.xml').waitFor()
    await dialog.getByRole('button', { name: 'Enviar XML' }).click()
    await page.getByText('XML enviado com sucesso!').waitFor()
    const [note] = (await callApi(page, 'nfes?filter={"order":["id DESC"],"limit":1}')) as { id: number }[]
    await page.goto(`/nfes/${note?.id}`)
    const enter = page.getByRole('button', { name: 'Dar entrada' }).last()
    await enter.waitFor()
    expect(await violations(page)).toEqual([])
    await enter.click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click()
    await page.getByText('NFe salva com sucesso').waitFor()
    // After one note is entered the next one follows.
    await page.waitForURL(/\/nfes$/)
    const entered = (await callApi(page, `nfes/${note?.id}`)) as { entrada: boolean; itens: { estoque: number; custo: number }[] }
    expect(entered).toMatchObject({ entrada: true, itens: [{ estoque: 3, custo: 10 }] })
    await page.goto(`/nfes/${note?.id}`)
    await page.getByRole('heading', { name: 'Distribuidora Serra & Filhos' }).waitFor()
    expect(await enter.count()).toBe(0)
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name: 'Cancelar entrada' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click()
    await page.getByText('Entrada da NFe cancelada com sucesso').waitFor()
    await enter.waitFor()
  })

  it('repeated products are coloured, an unknown one is created from its row, and prices go to the branches', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/nfes')
    await page.getByText('A SEFAZ ainda não foi consultada sobre notas desta loja.').waitFor()
    const lines = [
      { code: 'AFF', name: 'AFFOGATO', quantity: '3.0000', value: '30.00' },
      { code: 'WAF', ean: '7891000100103', name: 'WAFER DE AVELÃ', quantity: '10.0000', value: '20.00' },
      { code: 'AFF', name: 'AFFOGATO', quantity: '1.0000', value: '10.00' },
    ]
    await page.getByRole('button', { name: 'Enviar XML' }).click()
    const upload = page.getByRole('dialog')
    await upload.locator('input[type=file]').setInputFiles({
      name: 'nota73.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(supplierNote({ number: 73, lines, vNF: '60.00', to: '25897133000133', payment: '90' })),
    })
    await upload.getByText('nota73.xml').waitFor()
    await upload.getByRole('button', { name: 'Enviar XML' }).click()
    await page.getByText('XML enviado com sucesso!').waitFor()
    const [note] = (await callApi(page, 'nfes?filter={"order":["id DESC"],"limit":1}')) as { id: number }[]
    await page.waitForURL(`**/nfes/${note?.id}`)
    const items = page.getByRole('grid', { name: 'Itens' }).first()
    const row = (at: number) => items.getByRole('row').nth(at)
    await row(3).waitFor()
    const tone = (at: number) => row(at).getAttribute('data-tone')
    expect([await tone(1), await tone(2), await tone(3)]).toEqual(['repeat-1', null, 'repeat-1'])

    // The gaps of the note are told before anything is asked.
    await page.getByRole('button', { name: 'Dar entrada' }).last().click()
    await page.getByText('Escolha ou cadastre o produto de cada item da nota.').waitFor()
    const product = row(2).getByRole('gridcell').nth(1)
    await product.click()
    await page.keyboard.press('Enter')
    // The list is open; up from its top is its last line.
    await page.getByRole('option', { name: 'Criar novo…' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel('Nome').inputValue()).toBe('WAFER DE AVELÃ')
    expect(await dialog.getByLabel('Código auxiliar').inputValue()).toBe('7891000100103')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Próximo código livre' }).click()
    await expect.poll(() => dialog.getByLabel(/^Código(?! aux)/).inputValue()).not.toBe('')
    await dialog.getByRole('combobox', { name: 'Grupo' }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    for (const name of ['Preço de venda', 'Preço no app']) await dialog.getByLabel(name).fill('4,50')
    await dialog.getByRole('button', { name: 'Salvar produto' }).click()
    await dialog.waitFor({ state: 'detached' })
    await product.getByText('WAFER DE AVELÃ').waitFor()
    // The price of the product that was chosen, and the margin that it leaves over the cost of R$ 2,00.
    await row(2).getByText('R$ 4,50').waitFor()
    await row(2).getByText('125,00%').waitFor()

    await page.getByRole('button', { name: 'Dar entrada' }).last().click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click()
    await page.getByText('NFe salva com sucesso').waitFor()
    // Nobody else worked here: what the entry did is no news of another person.
    expect(await page.getByText(/Alterações de outra pessoa/).count()).toBe(0)
    await page.waitForURL(/\/nfes$/)
    await page.goto(`/nfes/${note?.id}`)
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name: 'Enviar para filiais' }).click()
    const prices = page.getByRole('grid', { name: 'Envio de produtos para filiais' })
    await prices.getByText('WAFER DE AVELÃ').waitFor()
    // The note says Affogato twice, and one price goes to each branch.
    expect(await prices.getByRole('row').count()).toBe(3)
  })

  it('one that nobody signed says so in list and form, and is entered once somebody accepts it', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/nfes')
    await page.getByRole('button', { name: 'Enviar XML' }).click()
    const upload = page.getByRole('dialog')
    const lines = [{ code: 'AFF', name: 'AFFOGATO', quantity: '3.0000', value: '30.00' }]
    await upload.locator('input[type=file]').setInputFiles({
      name: 'nota79.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(
        supplierNote({ number: 79, lines, vNF: '30.00', to: '25897133000133', payment: '90', signedBy: 'nobody' }),
      ),
    })
    await upload.getByText('nota79.xml').waitFor()
    await upload.getByRole('button', { name: 'Enviar XML' }).click()
    await page.getByText('Notas que não provam quem as emitiu: 1').waitFor()
    await page.waitForURL(/\/nfes\/\d+/)
    await page.goto('/nfes')
    await page.getByRole('textbox', { name: /Buscar/ }).fill('Distribuidora Serra')
    await page.getByRole('grid').first().getByText('Sem assinatura').first().waitFor()
    const [note] = (await callApi(page, 'nfes?filter={"order":["id DESC"],"limit":1}')) as { id: number }[]
    await page.goto(`/nfes/${note?.id}`)
    await page.getByText('não prova que o fornecedor a emitiu').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name: 'Aceitar a nota' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Como se sabe que é verdadeira').fill('Conferi com o fornecedor')
    await dialog.getByRole('button', { name: 'Aceitar a nota' }).click()
    await page.getByText('Nota aceita').waitFor()
    const reason = page.getByRole('textbox', { name: 'Como se sabe que é verdadeira' })
    await expect.poll(() => reason.inputValue()).toBe('Conferi com o fornecedor')
    await page.goto('/nfes')
    await page.getByRole('textbox', { name: /Buscar/ }).fill('Distribuidora Serra')
    await page.getByRole('grid').first().getByText('Distribuidora Serra').first().waitFor()
    expect(await page.getByRole('grid').first().getByText('Sem assinatura').count()).toBe(0)
  })

  it('a file that is no note is told in one way, a note that is not the store’s in another', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/nfes')
    const send = async (text: string): Promise<void> => {
      await page.getByRole('button', { name: 'Enviar XML' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'nota.xml', mimeType: 'text/xml', buffer: Buffer.from(text) })
      await dialog.getByText('nota.xml').waitFor()
      await dialog.getByRole('button', { name: 'Enviar XML' }).click()
    }
    const told = async (text: string): Promise<void> => {
      await page.getByRole('dialog').getByText(text, { exact: true }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click()
    }
    await send('uma carta')
    await told('Erro ao enviar XML. Verifique se este é um arquivo válido.')
    const lines = [{ code: 'AFF', name: 'AFFOGATO', quantity: '3.0000', value: '30.00' }]
    await send(supplierNote({ number: 74, lines, vNF: '30.00', to: '44555666000181' }))
    await told('Esta NF-e foi emitida para outro CNPJ: 44555666000181.')
  })

  it('what the server finds wrong of an entry stands at its cell, and prices follow the margin', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    const lines = [{ code: 'AFF', name: 'AFFOGATO', quantity: '3.0000', value: '30.00' }]
    await page.goto('/nfes')
    const { ids } = await postAs(page, 'Sefaz/uploadXML', {
      xml: supplierNote({ number: 75, lines, vNF: '30.00', to: '25897133000133' }),
    })
    const [id] = ids as number[]
    await page.goto(`/nfes/${id}`)
    const items = page.getByRole('grid', { name: 'Itens' }).first()
    const row = items.getByRole('row').nth(1)
    await row.getByText('149,00%').waitFor()
    await row.getByRole('gridcell', { name: '149,00%' }).dblclick()
    await page.keyboard.type('50')
    await page.keyboard.press('Enter')
    await row.getByText('R$ 15,00').waitFor()
    // Without bills the total of the note is not met.
    await page.getByRole('button', { name: 'Dar entrada' }).last().click()
    await page.getByText('Total dos pagamentos deve ser igual ao total do pedido').first().waitFor()
    expect(await callApi(page, `nfes/${id}`)).toMatchObject({ entrada: false, itens: [{ venda: 15 }] })
    await row.getByRole('gridcell', { name: 'R$ 15,00' }).dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Salvar NF-e' }).click()
    await page.getByText('1 campo a corrigir').waitFor()
    await page.getByText('Preencha a margem ou o preço de venda.').first().waitFor()
  })
})
