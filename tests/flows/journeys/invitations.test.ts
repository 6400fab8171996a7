import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture?.close())
afterEach(async () => {
  expect(me.errors).toEqual([])
  await me.leave()
})

interface Store {
  readonly id: number
  readonly nome_fantasia: string
}

/** The owner's stores, and a call of theirs. */
async function asOwner(page: Page) {
  const { id } = await (
    await page.request.post('/api/users/login', { data: { email: 'dono@demo.com.br', password: 'demo1234' } })
  ).json()
  const headers = { authorization: String(id) }
  const { usuario } = await (await page.request.post('/api/users/configuracao', { headers, data: {} })).json()
  const stores: readonly Store[] = usuario.lojas
  const invite = async (lojaId: number, email: string): Promise<void> => {
    const reply = await page.request.post('/api/users/convidar', { headers, data: { lojaId, email } })
    expect(reply.status()).toBe(200)
  }
  const remove = async (lojaId: number, email: string): Promise<void> => {
    const links: { id: number; email: string }[] = await (
      await page.request.get(`/api/user_lojas?lojaId=${lojaId}`, { headers })
    ).json()
    for (const { id } of links.filter(link => link.email === email))
      expect((await page.request.delete(`/api/user_lojas/${id}?lojaId=${lojaId}`, { headers })).status()).toBe(200)
  }
  return { stores, invite, remove }
}

describe('somebody who has an account and is invited', () => {
  it('hears of it on every page, and is in the store once they accept', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    const { stores, invite } = await asOwner(page)
    const [first, second, third] = stores
    if (!first || !second || !third) throw new Error('The demo has three stores')
    for (const store of [second, third]) await invite(store.id, 'funcionario@demo.com.br')
    await signIn(page, 'funcionario@demo.com.br')
    await page.goto('/produtos')
    await page.getByText('Você tem 2 convites para outras lojas').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Ver convites' }).click()
    await page.getByRole('heading', { name: 'Convites', level: 1 }).waitFor()
    await page.getByRole('button', { name: `Aceitar o convite de ${second.nome_fantasia}` }).waitFor()
    expect(await page.getByText('Ver convites').count()).toBe(0)
    expect(await violations(page)).toEqual([])

    await page.getByRole('button', { name: `Aceitar o convite de ${second.nome_fantasia}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(`Agora você tem acesso à loja ${second.nome_fantasia}.`).waitFor()
    await page.getByRole('button', { name: `Recusar o convite de ${third.nome_fantasia}` }).click()
    await page.getByText('Nenhum convite espera a sua resposta').waitFor()
    expect(await violations(page)).toEqual([])
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const { usuario, loja, convites } = await (
      await page.request.post('/api/users/configuracao', { headers: { authorization: token ?? '' }, data: {} })
    ).json()
    expect(usuario.lojas.map(({ id }: Store) => id)).toEqual([first.id, second.id])
    expect([loja.id, convites]).toEqual([first.id, 0])
  })

  it('stands as pending in the list of the store, where the invitation is sent again or withdrawn', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    const { stores, invite } = await asOwner(page)
    await invite(stores[0]?.id ?? 0, 'gerente.lanches@demo.com.br')
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/user_lojas')
    const row = page.getByRole('row').filter({ hasText: 'gerente.lanches@demo.com.br' })
    await row.getByText('Convite pendente').waitFor()
    expect(await violations(page)).toEqual([])
    await row.getByRole('button', { name: /Mais ações/ }).click()
    await page.getByRole('menuitem', { name: 'Reenviar convite' }).click()
    await page.getByText('Convite enviado de novo.').waitFor()
    await row.getByRole('button', { name: /Mais ações/ }).click()
    expect(await page.getByRole('menuitem', { name: 'Remover acesso' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Retirar convite' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: /Retirar|Sim|Confirmar/ })
      .click()
    await page.getByText('Convite retirado.').waitFor()
    await row.waitFor({ state: 'detached' })
  })
})

it('who has left every store reads so, and whom to ask, unless an invitation waits', async () => {
  me = await openBrowser(fixture.address)
  const { page } = me
  const { stores, remove, invite } = await asOwner(page)
  for (const { id } of stores) await remove(id, 'funcionario@demo.com.br')
  await signIn(page, 'funcionario@demo.com.br')
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Você não está em nenhuma loja' })
    .getByText(/convite para funcionario@demo.com.br/)
    .waitFor()
  expect(await violations(page)).toEqual([])
  await invite(stores[0]?.id ?? 0, 'funcionario@demo.com.br')
  await page.reload()
  await page.getByText('Você tem 1 convite').waitFor()
  expect(await page.getByText('Você não está em nenhuma loja').count()).toBe(0)
})
