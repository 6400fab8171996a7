import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { callApi, countUnits, findProduct } from '../fixtures/apiCalls.ts'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { goOffline, untilOfflineReady } from '../fixtures/offlineReady.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('work that is left in the middle', () => {
  const desk = useOwnerSession({ serviceWorkers: 'allow' })
  let page: Page

  beforeEach(async () => {
    page = desk.me.page
    await page.goto('/')
    await page.getByRole('navigation').first().waitFor()
  })

  /** The session ends on the server: by an administrator, or because its time is over. */
  const endSession = async (): Promise<void> => {
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    await page.request.post('/api/users/logout', { headers: { authorization: token } })
  }
  const enterAgain = async (): Promise<void> => {
    await page.waitForURL('**/login')
    await page.getByLabel('E-mail').fill('dono@demo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill('demo1234')
    await page.keyboard.press('Enter')
  }

  it('keeps what was being saved when the session ended, in a form and in a list', async () => {
    const { id } = await findProduct(page, 'bruschetta')
    await page.goto(`/produtos/${id}`)
    await box(page, 'Preço de venda').fill('29,9')
    await endSession()
    await page.keyboard.press('Control+s')
    await enterAgain()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => box(page, 'Preço de venda').inputValue()).toBe('29,90')
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await page.getByText('Salvo com sucesso.').waitFor()
    // Nothing tells the page but the save itself: else it may leave amid the typing.
    await page.route('**/api/events*', route => route.abort())
    await page.goto('/produtos?q=bruschetta&columns=desc_prod,preco_vnd_prod')
    const price = page.locator('[role=gridcell][data-column=preco_vnd_prod]').first()
    await price.click()
    await untilSteady(page)
    const others = await holdReplies(page, /\/api\/(?!produtos\b)/)
    await endSession()
    const refused = page.waitForResponse(reply => reply.request().method() === 'PATCH')
    await page.keyboard.type('31,5')
    await page.keyboard.press('Enter')
    expect((await refused).status()).toBe(401)
    others.release()
    await enterAgain()
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
    await price.focus()
    await price.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByText('Preço de venda salvo.').waitFor()
    expect((await findProduct(page, 'bruschetta')).preco_vnd_prod).toBe(31.5)
  })

  it('keeps what stands in the open editor of a cell when the session ends amid the typing', async () => {
    await page.goto('/produtos?q=bruschetta&columns=desc_prod,preco_vnd_prod')
    const price = page.locator('[role=gridcell][data-column=preco_vnd_prod]').first()
    await price.click()
    await page.keyboard.type('32,5')
    // The stream hears of it, and the page goes while the editor is open.
    await endSession()
    await enterAgain()
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
    await price.focus()
    await price.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByText('Preço de venda salvo.').waitFor()
    expect((await findProduct(page, 'bruschetta')).preco_vnd_prod).toBe(32.5)
  })

  it('keeps what stands in the open editor of a row of a form when the session ends amid the typing', async () => {
    await page.goto('/produtoPontes/create')
    await box(page, 'Pergunta').waitFor()
    await page.getByRole('button', { name: 'Adicionar linha' }).click()
    const name = page.locator('[role=gridcell][data-column=nome]').first()
    await name.focus()
    await page.keyboard.type('MEIA PORÇÃO')
    await endSession()
    await enterAgain()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => name.innerText()).toBe('MEIA PORÇÃO')
  })

  it('sends a save that waited when the session ended, once somebody is signed in again', async () => {
    const { context } = desk.me
    await page.goto('/unidades/create')
    await untilOfflineReady(page)
    await box(page, 'Nome').fill('ESPERA')
    await goOffline(page)
    await page.getByRole('button', { name: 'Salvar unidade' }).click()
    await page.getByText(/o salvamento está guardado/).waitFor()
    await endSession()
    await context.setOffline(false)
    await enterAgain()
    await expect.poll(() => countUnits(page, 'ESPERA')).toBe(1)
    expect(await page.getByText('salvamento recusado').count()).toBe(0)
  })

  it('asks once however often back is pressed amid edits, and stands where the form is', async () => {
    await page.getByRole('link', { name: 'Grupos', exact: true }).first().click()
    await page.getByRole('link', { name: 'Unidades', exact: true }).first().click()
    await page.getByRole('link', { name: 'Nova unidade' }).click()
    await box(page, 'Nome').focus()
    await page.evaluate(() => {
      document.execCommand('insertText', false, 'VOLTA')
      history.back()
    })
    await page.evaluate(() => history.back())
    await page.evaluate(() => history.back())
    const question = page.getByRole('alertdialog')
    await question.first().waitFor()
    // Each step back has been answered by one forward again.
    await untilSteady(page)
    expect(await question.count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/unidades/create')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await untilSteady(page)
    expect(new URL(page.url()).pathname).toBe('/unidades/create')
    expect(await box(page, 'Nome').inputValue()).toBe('VOLTA')
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Sair', exact: false }).click()
    await page.waitForURL(/\/unidades$/)
    await page.getByRole('grid', { name: 'Unidades' }).waitFor()
  })

  it('stays in its store when another tab of the same browser chose another one', async () => {
    const { context } = desk.me
    const store = (of: Page) =>
      of.evaluate(() => fetch('/').then(() => document.querySelector('aside button')?.textContent ?? ''))
    await page.goto('/unidades')
    await page.getByRole('grid').waitFor()
    const own = await store(page)
    const other = await context.newPage()
    await other.goto('/unidades')
    await other.getByRole('grid').waitFor()
    await other.locator('aside button').first().click()
    await other.getByRole('listbox').getByRole('option').nth(1).click()
    await expect.poll(() => store(other)).not.toBe(own)
    await page.reload()
    await page.getByRole('grid').waitFor()
    expect(await store(page)).toBe(own)
  })

  it('says that a record was deleted elsewhere, and saves what was typed once the deletion is taken back', async () => {
    const { context } = desk.me
    await page.goto('/unidades/create')
    await box(page, 'Nome').fill('SOME')
    await page.keyboard.press('Control+s')
    await page.getByText('Criado com sucesso.').waitFor()
    const filter = encodeURIComponent(JSON.stringify({ where: { nome: 'SOME' } }))
    const [made] = (await callApi(page, `unidades?filter=${filter}`)) as { id: number }[]
    await page.goto(`/unidades/${made?.id}`)
    await box(page, 'Nome').fill('SOMENTE')
    const other = await context.newPage()
    await other.goto(`/unidades/${made?.id}`)
    await other.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await other.getByRole('menuitem', { name: 'Excluir' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await other.waitForURL('**/unidades')
    await page.keyboard.press('Control+s')
    await page.getByText(/foi excluído enquanto você o editava/).waitFor()
    expect(await box(page, 'Nome').inputValue()).toBe('SOMENTE')
    await other.goto('/atividade')
    await other
      .getByRole('button', { name: /^Desfazer: .*SOME/ })
      .first()
      .click()
    await other.getByText('Desfeito.').waitFor()
    await page.keyboard.press('Control+s')
    await expect.poll(() => countUnits(page, 'SOMENTE')).toBe(1)
  })

  it('begins anew without a question when somebody signs in in another tab, and offers what was typed', async () => {
    const asked: string[] = []
    page.on('dialog', dialog => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.goto('/unidades/create')
    await box(page, 'Nome').click()
    await page.keyboard.type('OUTRA')
    const other = await desk.me.context.newPage()
    await other.goto('/theme.js')
    const reply = await other.request.post('/api/users/login', { data: { email: 'dono@demo.com.br', password: 'demo1234' } })
    const { id } = (await reply.json()) as { id: string }
    await other.evaluate(token => localStorage.setItem('token', token), id)
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => box(page, 'Nome').inputValue()).toBe('OUTRA')
    expect(asked).toEqual([])
  })
})
