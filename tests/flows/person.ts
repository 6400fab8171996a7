import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { launchChromium } from '../chromium.ts'

/** Somebody at a browser. Errors in the console are kept, since a screen must have none. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
  readonly errors: string[]
  leave(): Promise<void>
}

/** What the network refuses on purpose (a 401, a 409) prints to the console and is no fault of the page. */
const expected = /Failed to load resource|favicon/

export async function sitDown(address: string, options: BrowserContextOptions = {}): Promise<Person> {
  const browser = await launchChromium()
  const context = await browser.newContext({
    baseURL: address,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !expected.test(message.text())) errors.push(message.text())
  })
  return { page, context, errors, leave: () => browser.close() }
}

/** Logs in by the form, as a person does. */
export async function logIn(page: Page, email: string, password = 'demo1234'): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('navigation').first().waitFor()
}

/** Chooses a record in a reference field: types, waits for the suggestion, takes it. */
export async function choose(page: Page, field: string, typed: string, wanted: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(typed)
  await page.getByRole('listbox').getByRole('option', { name: wanted }).first().click()
}
