import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SupplierLine, supplierNote } from '../../api/fiscal/supplierNote.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

interface Note {
  readonly id: number
  readonly entrada: boolean
  readonly itens: readonly {
    readonly produtoId: number
    readonly fator: number
    readonly custo: number
    readonly venda: number
  }[]
}

/** Clicks and keys of a person, as the page sees them; across pages of one tab. */
async function countDeeds(page: Page): Promise<{ since(): Promise<{ clicks: number; keys: number }> }> {
  const deeds = { clicks: 0, keys: 0 }
  await page.exposeFunction('onDeed', (kind: 'clicks' | 'keys') => {
    deeds[kind] += 1
  })
  const watch = `for (const [event, kind] of [['pointerdown', 'clicks'], ['keydown', 'keys']])
    addEventListener(event, one => one.isTrusted && onDeed(kind), true)`
  await page.addInitScript(watch)
  await page.evaluate(watch)
  return {
    async since() {
      const { clicks, keys } = deeds
      Object.assign(deeds, { clicks: 0, keys: 0 })
      return { clicks, keys }
    },
  }
}

const fresh: readonly SupplierLine[] = [
  {
    code: 'N1',
    ean: '7891000100103',
    name: 'MATE COM LIMAO 300ML',
    taxed: { unit: 'UN', quantity: '24.0000' },
    quantity: '2.0000',
    value: '60.00',
  },
  { code: 'N2', name: 'AGUA DE COCO CX12', quantity: '1.0000', value: '48.00' },
  { code: 'N3', name: 'SUCO DE UVA FD 6X1,5L', sold: 'FD', quantity: '3.0000', value: '180.00' },
  { code: 'N4', name: 'ENERGETICO LATA CX C/24', quantity: '1.0000', value: '120.00' },
].map(line => ({ ...line, ncm: '22021000' }))

/** A supplier's note of twelve items, four of them new and in boxes: from the file to stock, prices and bills. */
describe('a supplier’s note', () => {
  let fixture: RunningApp
  let me: BrowserUser
  let lines: readonly SupplierLine[]
  let deeds: Awaited<ReturnType<typeof countDeeds>>
  let note: Note

  beforeAll(async () => {
    fixture = await openApp()
    me = await openBrowser(fixture.address)
    await logIn(me.page, 'dono@demo.com.br')
    const filter = encodeURIComponent(JSON.stringify({ where: { combo: false }, order: ['id ASC'], limit: 8 }))
    const known = (await callApi(me.page, `produtos?filter=${filter}`)) as { desc_prod: string; preco_cst_prod: number }[]
    lines = [
      ...known.map(({ desc_prod, preco_cst_prod }, at) => ({
        code: `K${at}`,
        name: desc_prod,
        sold: 'UN',
        quantity: '2.0000',
        value: ((preco_cst_prod + 0.5) * 2).toFixed(2),
      })),
      ...fresh,
    ]
    await me.page.goto('/nfes')
    deeds = await countDeeds(me.page)
  })
  afterAll(async () => {
    const errors = me?.errors
    await me?.leave()
    await fixture?.close()
    expect(errors).toEqual([])
  })

  const send = async (number: number): Promise<void> => {
    const { page } = me
    const vNF = lines.reduce((sum, { value }) => sum + Number(value), 0).toFixed(2)
    const xml = supplierNote({ number, lines, vNF, to: '25897133000133', due: [['2027-04-10', vNF]] })
    await page.getByRole('button', { name: 'Enviar XML' }).click()
    const dialog = page.getByRole('dialog')
    const choosing = page.waitForEvent('filechooser')
    await dialog
      .getByRole('button', { name: /arquivo/i })
      .first()
      .click()
    await (await choosing).setFiles({ name: 'nota.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
    await dialog.getByText('nota.xml').waitFor()
    await dialog.getByRole('button', { name: 'Enviar XML' }).click()
    // One note leads to itself.
    await page.waitForURL(/\/nfes\/\d+/)
    await page.getByRole('grid', { name: 'Itens' }).first().getByRole('row').nth(12).waitFor()
    note = (await callApi(page, `nfes/${/nfes\/(\d+)/.exec(page.url())?.[1]}`)) as Note
  }
  const enter = async (): Promise<void> => {
    const { page } = me
    await page.getByRole('button', { name: 'Dar entrada' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dar entrada' }).click()
    await page.getByText('NFe salva com sucesso').waitFor()
    await page.waitForURL(/\/nfes$/)
    note = (await callApi(page, `nfes/${note.id}`)) as Note
  }

  it('with four new products is entered in 15 clicks and 60 keys', async () => {
    const { page } = me
    await deeds.since()
    await send(301)
    await page.getByText('Este fornecedor ainda não está no cadastro').waitFor()
    const bar = page.getByRole('group', { name: 'Salvar' })
    await bar.getByRole('button', { name: 'Cadastrar produtos novos' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row').nth(4).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: /4/ }).click()
    await page.getByText('4 produtos cadastrados').waitFor()
    await bar.getByRole('button', { name: 'Cadastrar produtos novos' }).waitFor({ state: 'detached' })
    for (const field of ['Classificação', 'Centro de custo']) {
      await page.getByRole('combobox', { name: field }).first().click()
      await page.getByRole('listbox').getByRole('option').first().click()
    }
    await enter()
    const { clicks, keys } = await deeds.since()
    expect(clicks).toBeLessThanOrEqual(15)
    expect(keys).toBeLessThanOrEqual(60)
    expect(note.entrada).toBe(true)
    expect(note.itens.slice(8)).toMatchObject([
      { fator: 12, custo: 2.5 },
      { fator: 12, custo: 4 },
      { fator: 6, custo: 10 },
      { fator: 24, custo: 5 },
    ])
    expect(note.itens.slice(8).every(({ venda, custo }) => venda > custo)).toBe(true)
  })

  it('of the same supplier once more in 5', async () => {
    await deeds.since()
    await send(302)
    expect(await me.page.getByText('Este fornecedor ainda não está no cadastro').count()).toBe(0)
    await enter()
    expect((await deeds.since()).clicks).toBeLessThanOrEqual(5)
    expect(note.itens.map(({ fator }) => fator)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 12, 12, 6, 24])
  })

  it('that entered with a wrong factor is corrected in one step', async () => {
    const { page } = me
    await page.goto(`/nfes/${note.id}`)
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name: 'Corrigir entrada' }).click()
    const dialog = page.getByRole('dialog')
    const factor = dialog.getByRole('row').nth(9).getByRole('gridcell', { name: '12,0000', exact: true })
    await factor.dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('6')
    await page.keyboard.press('Enter')
    await dialog.getByRole('row').nth(9).getByText('R$ 5,00').first().waitFor()
    await dialog.getByRole('button', { name: /1/ }).last().click()
    await page.getByText('Entrada corrigida').waitFor()
    const [corrected] = ((await callApi(page, `nfes/${note.id}`)) as Note).itens.slice(8)
    expect(corrected).toMatchObject({ fator: 6, custo: 5 })
    expect(await callApi(page, `produtos/${corrected?.produtoId}`)).toMatchObject({ preco_cst_prod: 5 })
  })

  it('opens the list of an empty product’s cell, keeps the supplier’s name whatever is typed, and takes what is created', async () => {
    const { page } = me
    lines = [{ code: 'Z', name: 'GELEIA DE PIMENTA', sold: 'UN', quantity: '1.0000', value: '9.00' }, ...lines.slice(1)]
    await page.goto('/nfes')
    await send(303)
    const cell = page.getByRole('grid', { name: 'Itens' }).first().getByRole('row').nth(1).getByRole('gridcell').nth(1)
    await cell.dblclick()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await page.keyboard.type('geleia')
    await page.getByRole('option', { name: /Criar/ }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel('Nome').inputValue()).toBe('GELEIA DE PIMENTA')
    await dialog.getByRole('button', { name: 'Próximo código livre' }).click()
    await expect.poll(() => dialog.getByLabel(/^Código(?! aux)/).inputValue()).not.toBe('')
    await dialog.getByRole('combobox', { name: 'Grupo' }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    for (const name of ['Preço de venda', 'Preço no app']) await dialog.getByLabel(name).fill('14,50')
    await dialog.getByRole('button', { name: 'Salvar produto' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The search text gives way to the new record.
    await cell.getByText('GELEIA DE PIMENTA').waitFor()
    expect(await cell.getAttribute('aria-invalid')).not.toBe('true')
  })
})
