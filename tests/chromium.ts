import { existsSync } from 'node:fs'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright'
import { headlessShell } from './headlessShell.ts'

const own = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Our own arguments: the packaged binary's defaults (single process, web security off) would not test what people run. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
]

/** A page of a test lives for seconds: compilers that optimize its code for hours took a fifth of the processor time of all pages. */
const shortLived = '--js-flags=--no-maglev,--no-turbofan'

/**
 * A Chromium: CHROMIUM names one; else Playwright's, the machine's, or the one that npm brings. `signals`: whether it ends this process when a
 * signal comes; who has more than a browser to close does that.
 */
export async function launchChromium({ signals = true }: { readonly signals?: boolean } = {}): Promise<Browser> {
  return launch(await findChromium(), [], signals)
}

/**
 * The Chromium for tests: CHROMIUM names one; else the headless shell that npm brings, Chromium without the window around it, for a third less of
 * the browser's processor time. Where that one does not run, any other. `more` adds to the arguments.
 */
export async function launchForTests(more: readonly string[] = []): Promise<Browser> {
  const shell = process.env.CHROMIUM ? undefined : await headlessShell()
  const all = [shortLived, ...more]
  if (shell === undefined) return launch(await findChromium(), all)
  return launch(shell, all).catch(async () => launch(await findChromium(), all))
}

const launch = (executablePath: string, more: readonly string[] = [], signals = true): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [...args, ...more],
    headless: true,
    handleSIGINT: signals,
    handleSIGTERM: signals,
    handleSIGHUP: signals,
  })

async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM
  if (named) return named
  const found = [chromium.executablePath(), ...own].find(path => path !== '' && existsSync(path))
  return found ?? (await headlessShell()) ?? packaged.executablePath()
}
