import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  me = await openBrowser(fixture.address, { viewport: { width: 820, height: 1180 } })
  await logIn(me.page, 'dono@demo.com.br')
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
})

/** A session that a till closes; gives its key. */
async function closeSession(abertura: number): Promise<number> {
  const [equipment] = (await callApi(me.page, 'equipamentos')) as { readonly id: number }[]
  const [currency] = (await callApi(me.page, 'moedas')) as { readonly id: number }[]
  const { token, lojaId } = await me.page.evaluate(() => ({
    token: localStorage.getItem('token'),
    lojaId: Number(localStorage.getItem('lojaId')),
  }))
  const reply = await me.page.request.post('/api/caixas/save', {
    headers: { authorization: token ?? '' },
    data: {
      lojaId,
      equipamentoId: equipment?.id,
      abertura,
      aberto_em: '2026-03-10T08:00:00-03:00',
      fechado_em: '2026-03-10T18:00:00-03:00',
      valores: [{ moedaId: currency?.id, valor_contabilizado: 250, valor_informado: 250 }],
    },
  })
  expect(reply.status()).toBe(200)
  return (await reply.json()).id
}

it('an owner switches an automation on, tries it on a record, and sees what it did', async () => {
  const { page } = me
  const closed = await closeSession(91_000)
  await page.goto('/automacoes')
  await page.getByText('Nenhuma automação ligada').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Nova automação' }).first().click()
  await page.getByRole('combobox', { name: 'Automação' }).selectOption({ label: 'Números do caixa ao fechar' })
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Control+s')
  // The menu of a row says the automation by its title, not by the name of its file.
  await page.getByRole('button', { name: 'Mais ações: Números do caixa ao fechar' }).click()
  await page.getByRole('menuitem', { name: 'Testar', exact: true }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('textbox', { name: 'Número do registro' }).fill(String(closed))
  await asked.getByRole('textbox', { name: 'Número do registro' }).press('Enter')
  await page.getByText('Caixa 91000 fechado').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await closeSession(91_001)
  await page.goto('/execucoes-das-automacoes')
  await page.getByRole('row', { name: /Números do caixa ao fechar/ }).waitFor()
  await page.getByText('Feita', { exact: true }).first().waitFor()
  expect(await page.getByRole('row', { name: /Números do caixa ao fechar/ }).count()).toBe(1)
  expect(await violations(page)).toEqual([])
  expect(await layoutFlaws(page)).toEqual([])
  await page
    .getByRole('row', { name: /Números do caixa ao fechar/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByText('Envia e-mail').waitFor()
  expect(await violations(page)).toEqual([])
})

it('the automation, its test and its runs by keyboard on a dark telephone', async () => {
  const phone = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  try {
    const { page } = phone
    await logIn(page, 'dono@demo.com.br')
    const sound = async (): Promise<void> => {
      expect(await violations(page)).toEqual([])
      expect(await layoutFlaws(page)).toEqual([])
    }
    await page.goto('/automacoes')
    await page.getByRole('link', { name: 'Números do caixa ao fechar', exact: true }).waitFor()
    await sound()
    await page.getByRole('button', { name: 'Mais ações: Números do caixa ao fechar' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Testar', exact: true }).press('Enter')
    const asked = page.getByRole('dialog', { name: 'Testar a automação' })
    await asked.getByRole('textbox', { name: 'Número do registro' }).fill('999999999')
    await sound()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sair sem salvar' }).press('Enter')
    await asked.waitFor({ state: 'hidden' })
    await page.goto('/execucoes-das-automacoes')
    await page.getByText('Feita', { exact: true }).first().waitFor()
    await sound()
  } finally {
    await phone.leave()
  }
})
