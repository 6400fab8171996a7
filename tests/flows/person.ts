import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { afterAll } from 'vitest'
import { launchChromium } from '../chromium.ts'

/** Somebody at a browser. Errors in the console are kept, since a screen must have none. */
export interface BrowserUser {
  readonly page: Page
  readonly context: BrowserContext
  readonly errors: string[]
  leave(): Promise<void>
}

/** What the network refuses on purpose (a 401, a 409) prints to the console and is no fault of the page. */
const expected = /Failed to load resource|favicon/

/** One browser for a file's tests; each person has a context, and so a storage and a cache, of their own. */
let browser: Promise<Browser> | undefined
afterAll(async () => (await browser)?.close())

export async function openBrowser(address: string, options: BrowserContextOptions = {}): Promise<BrowserUser> {
  browser ??= launchChromium()
  const context = await (await browser).newContext({
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
  return { page, context, errors, leave: () => context.close() }
}

/** Signs in as the login's form does, without it: it has tests of its own. Ends at the first page. */
export async function logIn(page: Page, email: string, password = 'demo1234'): Promise<void> {
  const reply = await page.request.post('/api/users/login', { data: { email, password } })
  const { id } = (await reply.json()) as { readonly id?: string }
  if (!id) throw new Error(`${email} is not let in: ${reply.status()}`)
  // Any file of the same origin will do, for its storage.
  await page.goto('/theme.js')
  await page.evaluate(token => localStorage.setItem('token', token), id)
  await page.goto('/')
  await page.getByRole('navigation').first().waitFor()
}

/** Chooses a record in a reference field: types, waits for the suggestion, takes it. */
export async function chooseReference(page: Page, field: string, typed: string, wanted: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(typed)
  await page.getByRole('listbox').getByRole('option', { name: wanted }).first().click()
}
