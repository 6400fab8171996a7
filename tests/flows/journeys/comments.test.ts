import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi, hearOnly } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let owner: BrowserUser
let clerk: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  owner = await openBrowser(fixture.address, { viewport: { width: 1440, height: 900 } })
  clerk = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await logIn(owner.page, 'dono@demo.com.br')
  await logIn(clerk.page, 'funcionario@demo.com.br')
  for (const { page } of [owner, clerk]) await hearOnly(page, ['comentario_mencao', 'comentario_resposta'])
})
afterAll(async () => {
  await owner?.leave()
  await clerk?.leave()
  await fixture?.close()
})

it('one person mentions another by keyboard, who opens the record from the bell and answers', async () => {
  const [partner] = (await callApi(owner.page, 'parceiros')) as { readonly id: number }[]
  const { page } = owner
  await page.goto(`/parceiros/${partner?.id}`)
  const box = page.getByRole('textbox', { name: 'Escreva um comentário' })
  await box.waitFor()
  await page.getByText('Nenhum comentário ainda').waitFor()
  await box.pressSequentially('Veja isto, @raf')
  const people = page.getByRole('listbox', { name: 'Pessoas que podem ver este registro' })
  await people.getByRole('option', { name: 'Rafael Nogueira' }).waitFor()
  expect(await violations(page)).toEqual([])
  await box.press('Enter')
  await people.waitFor({ state: 'hidden' })
  // A reload loses nothing of what was typed.
  await page.reload()
  await box.waitFor()
  expect(await box.inputValue()).toBe('Veja isto, @Rafael Nogueira ')
  await box.fill('')
  await box.pressSequentially('Veja isto, @raf')
  await people.getByRole('option', { name: 'Rafael Nogueira' }).waitFor()
  await box.press('Enter')
  await box.press('Control+Enter')
  await page.getByRole('heading', { name: 'Comentários (1)' }).waitFor()

  const phone = clerk.page
  await phone.getByRole('button', { name: 'Avisos: 1 novo' }).press('Enter')
  await phone
    .getByRole('dialog', { name: 'Avisos' })
    .getByRole('button', { name: /mencionou você/ })
    .press('Enter')
  await phone.waitForURL(/\/parceiros\/\d+\?comentario=/)
  await phone.getByText('Veja isto, @Rafael Nogueira').waitFor()
  expect(await violations(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Responder', exact: true }).first().press('Enter')
  const answer = phone.getByRole('textbox', { name: /^Resposta a/ })
  await answer.fill('Já vi')
  await answer.press('Control+Enter')

  // The other browser hears of it without a reload.
  await page.getByRole('heading', { name: 'Comentários (2)' }).waitFor()
  await page.getByText('Já vi').waitFor()
  await page.getByRole('button', { name: 'Avisos: 1 novo' }).press('Enter')
  await page
    .getByRole('dialog', { name: 'Avisos' })
    .getByRole('button', { name: /respondeu a você/ })
    .waitFor()
})

it('a link to a comment from long ago reaches it, and lists and cards tell how much is said', async () => {
  const { page } = owner
  const partners = (await callApi(page, 'parceiros')) as { readonly id: number; readonly nome_fantasia: string }[]
  const partner = partners[1]
  const said = await page.evaluate(
    async ({ id }) => {
      const send = async (texto: string): Promise<{ id: string }> => {
        const lojaId = Number(localStorage.getItem('lojaId'))
        const headers = { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
        const body = JSON.stringify({ lojaId, texto })
        const reply = await fetch(`/api/parceiros/${id}/comentarios`, { method: 'POST', headers, body })
        return reply.json()
      }
      const first = await send('O primeiro de todos')
      for (let part = 0; part < 11; part++)
        await Promise.all(Array.from({ length: 10 }, (_, n) => send(`Depois ${part * 10 + n}`)))
      return first.id
    },
    { id: partner?.id },
  )
  await page.goto(`/parceiros/${partner?.id}?comentario=${said}`)
  await page.getByText('O primeiro de todos').waitFor()
  await page.getByRole('heading', { name: 'Comentários (111)' }).waitFor()
  await page.goto('/parceiros')
  await page.getByRole('gridcell').getByRole('img', { name: '111 comentários' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto('/pedidos?look=board')
  await page.locator('.look-card').getByRole('img', { name: '2 comentários, 1 tarefa aberta' }).waitFor()
  expect(await violations(page)).toEqual([])
  const order = page.locator('.look-card').filter({ has: page.getByRole('img', { name: '2 comentários, 1 tarefa aberta' }) })
  await order.getByRole('link').first().press('Enter')
  await page.getByText('Confira as validades').waitFor()
  await clerk.page.goto('/parceiros')
  await clerk.page.locator('.list-card').getByRole('img', { name: '111 comentários' }).waitFor()
  expect(await violations(clerk.page)).toEqual([])
})
