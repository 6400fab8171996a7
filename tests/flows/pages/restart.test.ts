import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openSupervisedApp, type RunningApp } from '../fixtures/runningApp.ts'

describe('the page that starts the server anew', () => {
  let fixture: RunningApp
  let me: BrowserUser
  beforeAll(async () => {
    fixture = await openSupervisedApp({ METRICS_ADDRESSES: '127.0.0.1' })
  })
  afterAll(() => fixture?.close())
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  const sit = async (email: string, options: Parameters<typeof openBrowser>[1] = {}) => {
    me = await openBrowser(fixture.address, options)
    await signIn(me.page, email)
    return me.page
  }
  /** When the process that answers was started: seconds since 1970. */
  const startedAt = async (): Promise<number> => {
    const figures = await (await fetch(`${fixture.address}/metrics`)).text()
    return Number(/^process_start_time_seconds (\S+)$/m.exec(figures)?.[1])
  }

  it('is no page of an owner', async () => {
    const page = await sit('dono@demo.com.br')
    await page.goto('/integracoes')
    await page.getByRole('listitem').filter({ hasText: 'Etiqueta da balança' }).waitFor()
    expect(await page.getByText('Reiniciar o servidor').count()).toBe(0)
    await page.goto('/integracoes/reiniciar-servidor')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'Reiniciar o servidor' }).count()).toBe(0)
  })

  it('asks, says to wait while nothing can be clicked away, and is back by itself on a server that is new', async () => {
    const page = await sit('admin@demo.com.br', { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' })
    await page.goto('/integracoes/reiniciar-servidor')
    const restart = page.getByRole('main').getByRole('button', { name: 'Reiniciar o servidor' })
    await restart.waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const before = await startedAt()
    expect(before).toBeGreaterThan(0)
    const question = page.getByRole('alertdialog')
    await restart.click()
    await question.getByText('Reiniciar o servidor? Quem está usando espera alguns segundos.').waitFor()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await question.getByRole('button', { name: 'Reiniciar o servidor' }).click()
    const wait = page.getByText('Reiniciando o servidor, aguarde…').first()
    await wait.waitFor()
    expect(await page.getByRole('button', { name: 'OK' }).count()).toBe(0)
    await page.waitForFunction(() => !('isSamePage' in window))
    await expect.poll(async () => (await startedAt().catch(() => before)) > before).toBe(true)
    // The session goes on.
    await page.goto('/integracoes/reiniciar-servidor')
    await restart.waitFor()
    me.errors.length = 0
  })

  it('says so where it cannot', async () => {
    const page = await sit('admin@demo.com.br')
    await page.goto('/integracoes/reiniciar-servidor')
    await page.route('**/api/users/pm2Reload*', route =>
      route.fulfill({ status: 409, json: { error: { message: 'Ninguém o inicia.', code: 'x', statusCode: 409, details: [] } } }),
    )
    await page.getByRole('main').getByRole('button', { name: 'Reiniciar o servidor' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reiniciar o servidor' }).click()
    await page
      .getByText(/^Erro ao reiniciar o servidor/)
      .first()
      .waitFor()
    me.errors.length = 0
  })
})
