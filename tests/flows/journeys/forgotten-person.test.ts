import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

describe('a person who asks to be forgotten', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(() => me?.leave())

  it('gets a file of what is kept, is shown what goes and what stays, and is a person of whom nothing is known', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.evaluate(async () => {
      const reply = await fetch('/api/parceiros/save', {
        method: 'POST',
        headers: { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ lojaId: 1, cliente: true, nome_fantasia: 'Zenaide Esquecida', telefone1: '11987650001' }),
      })
      if (!reply.ok) throw new Error(await reply.text())
    })
    await page.goto(`${fixture.address}/parceiros?q=Zenaide`)
    const row = page.getByRole('row').filter({ hasText: 'Zenaide Esquecida' })
    const choose = async (action: string): Promise<void> => {
      await row.getByRole('button').last().click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    const [file] = await Promise.all([page.waitForEvent('download'), choose('Exportar dados pessoais')])
    expect(await readFile(await file.path(), 'utf8')).toContain('Zenaide Esquecida')
    await choose('Apagar dados pessoais')
    const dialog = page.getByRole('dialog', { name: 'Apagar dados pessoais' })
    await dialog.getByRole('table', { name: 'Será apagado' }).getByText('Parceiros').waitFor()
    await dialog.getByRole('table', { name: 'Fica guardado' }).getByText('Cópias de segurança e anos arquivados').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apagar dados pessoais' }).click()
    await dialog.getByText('Marque que está ciente').waitFor()
    await dialog.getByLabel('Estou ciente').click()
    await dialog.getByRole('button', { name: 'Apagar dados pessoais' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goto(`${fixture.address}/parceiros?q=Pessoa%20apagada`)
    await page.getByRole('row').filter({ hasText: 'Pessoa apagada' }).waitFor()
    await page.goto(`${fixture.address}/meusDados`)
    await page.getByRole('button', { name: 'Exportar meus dados' }).waitFor()
    expect(await violations(page)).toEqual([])
  })
})
