import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { logIn, menuLinks, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { followLink } from '../fixtures/followLink.ts'
import { layoutFlaws, type WindowSize } from '../fixtures/layoutFlaws.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** Addresses of the menu, without what they ask. */
async function menuOf(page: Page): Promise<readonly string[]> {
  await page.goto('/')
  const links = menuLinks(page)
  await links.first().waitFor()
  return links.evaluateAll(all => [...new Set(all.map(link => new URL((link as HTMLAnchorElement).href).pathname))])
}

async function look(page: Page, address: string): Promise<readonly string[]> {
  await followLink(page, address)
  return (await layoutFlaws(page)).map(flaw => `${address} ${flaw}`)
}

/** The newest record of a list, where the address is one of a register and it has any. */
async function recordOf(page: Page, address: string): Promise<string | undefined> {
  const found = await callApi(
    page,
    `${address.slice(1)}/list?filter=${encodeURIComponent('{"limit":1,"order":["id DESC"]}')}`,
  ).catch(() => undefined)
  const id = Array.isArray(found) ? (found[0] as { readonly id?: unknown } | undefined)?.id : undefined
  return id === undefined ? undefined : `${address}/${id}`
}

describe('what is looked at', () => {
  // They look and change nothing: one server does for all.
  const desk = useOwnerSession()

  describe('what is saved', () => {
    it('stands right at three widths', async () => {
      const { page } = desk.me
      const flaws: string[] = []
      let seen = 0
      for (const address of await menuOf(page)) {
        const record = await recordOf(page, address)
        if (record === undefined) continue
        seen += 1
        flaws.push(...(await look(page, record)))
      }
      expect(seen).toBeGreaterThan(25)
      expect(flaws).toEqual([])
    }, 240_000)
  })

  describe('the screens of the platform’s administrator', () => {
    it('stand right at three widths', async () => {
      const { page } = desk.me
      const ofOwner = await menuOf(page)
      await signIn(page, 'admin@demo.com.br')
      const own = (await menuOf(page)).filter(address => !ofOwner.includes(address))
      expect(own.length).toBeGreaterThan(5)
      const flaws: string[] = []
      for (const address of own) {
        flaws.push(...(await look(page, address)))
        const record = await recordOf(page, address)
        if (record !== undefined) flaws.push(...(await look(page, record)))
      }
      expect(flaws).toEqual([])
    }, 240_000)
  })

  describe('the bar of a tablet', () => {
    it.each([
      ['/grupos', 820],
      ['/Loja_Horarios', 1024],
    ] as const)('has room for the page’s name beside the open menu, %s at %i', async (address, width) => {
      const { page } = desk.me
      const record = await recordOf(page, address)
      await page.setViewportSize({ width, height: 1180 })
      await page.goto(record ?? '')
      const unfold = page.getByRole('button', { name: 'Expandir menu' })
      const fold = page.getByRole('button', { name: 'Recolher menu' })
      await unfold.or(fold).waitFor()
      if (await unfold.isVisible()) await unfold.click()
      await fold.waitFor()
      const name = page.getByRole('navigation', { name: 'Caminho' }).locator('[aria-current=page]')
      await expect.poll(() => name.evaluate(one => one.clientWidth > 0 && one.scrollWidth <= one.clientWidth + 1)).toBe(true)
      expect(await layoutFlaws(page, [{ width, height: 1180 }])).toEqual([])
      expect(await page.getByRole('button', { name: 'Buscar', exact: true }).count()).toBe(1)
      if (width < 1024) await fold.click()
    })
  })

  /** Walks as an owner with a finger, in a window of this size; no page may tell an error. */
  const withFinger = async (viewport: WindowSize, walk: (page: Page) => Promise<void>): Promise<void> => {
    const own = await openBrowser(desk.fixture.address, { viewport, hasTouch: true })
    try {
      await logIn(own.page, 'dono@demo.com.br')
      await walk(own.page)
      expect(own.errors).toEqual([])
    } finally {
      await own.leave()
    }
  }

  describe('reports under a finger', () => {
    it('show whole days and times on a tablet', async () => {
      const tablet = { width: 820, height: 1180 }
      await withFinger(tablet, async page => {
        const reports = (await menuOf(desk.me.page)).filter(address => address.startsWith('/relatorio/'))
        expect(reports.length).toBeGreaterThan(20)
        const flaws: string[] = []
        for (const address of reports) {
          await followLink(page, address)
          for (const flaw of await layoutFlaws(page, [tablet])) flaws.push(`${address} ${flaw}`)
        }
        expect(flaws).toEqual([])
      })
    }, 240_000)
  })

  describe('pages under a finger', () => {
    it('lead by nothing small on a phone', async () => {
      const phone = { width: 390, height: 844 }
      await withFinger(phone, async page => {
        const flaws: string[] = []
        for (const address of [
          '/',
          '/produtos',
          '/Movimentos',
          '/Conta',
          '/produtos/create',
          '/relatorio/cdp_curva_abc',
          '/caixas',
        ]) {
          await followLink(page, address)
          for (const flaw of await layoutFlaws(page, [phone])) flaws.push(`${address} ${flaw}`)
        }
        expect(flaws).toEqual([])
        // By keyboard, forth and back: a title of which a part shows, or that lies under the column that stays, is no place for the focus.
        await followLink(page, '/relatorio/cdp_curva_abc')
        const titles = page.locator('main thead').getByRole('button')
        const count = await titles.count()
        expect(count).toBeGreaterThan(5)
        await titles.first().focus()
        for (const key of [...Array(count - 1).fill('Tab'), ...Array(count - 1).fill('Shift+Tab')]) {
          await page.keyboard.press(key)
          expect(await page.evaluate(isWhollyInSight)).toBe(true)
        }
      })
    })
  })

  describe('forms under a finger', () => {
    it.each([820, 390])('show what has the focus beside the bar that saves, %i wide', async width => {
      await withFinger({ width, height: 844 }, async page => {
        const hidden: string[] = []
        for (const address of ['/loja_perfil', '/papeis/create', '/produtos/create', '/NFe_emissaos/create?variant=nota']) {
          await followLink(page, address)
          await page.locator('.form-bar').waitFor()
          for (const name of await page.evaluate(hiddenWithFocus)) hidden.push(`${address} ${name}`)
        }
        expect(hidden).toEqual([])
      })
    })
  })

  describe('dialogs', () => {
    it('stand right at three widths, and stay open when the window changes', async () => {
      const { page } = desk.me
      const flaws: string[] = []
      const dialog = page.locator('dialog[open]')
      const measure = async (name: string): Promise<void> => {
        await dialog.waitFor()
        await untilSteady(page)
        for (const flaw of await layoutFlaws(page)) flaws.push(`${name} ${flaw}`)
        expect(await dialog.count(), name).toBe(1)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      for (const [address, ...actions] of ofRows) {
        await page.goto(address)
        await page.getByRole('grid').waitFor()
        await page.getByRole('button', { name: 'Filtros' }).click()
        await measure(`${address}, Filtros`)
        for (const action of actions) {
          await page
            .getByRole('button', { name: /^Mais ações/ })
            .first()
            .click()
          await page.getByRole('menuitem', { name: action, exact: true }).click()
          await measure(`${address}, ${action}`)
        }
      }
      expect(flaws).toEqual([])
    }, 120_000)
  })
})

/** Runs in the page: controls of the form that the bar below covers once they have the focus. */
function hiddenWithFocus(): string[] {
  const bar = document.querySelector('.form-bar')
  const controls = document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea)')
  return [...controls].flatMap(control => {
    if (!bar || bar.contains(control) || !control.checkVisibility()) return []
    control.focus()
    if (document.activeElement !== control) return []
    const [box, frame] = [control.getBoundingClientRect(), bar.getBoundingClientRect()]
    // A text of many lines is longer than the window.
    const end = Math.min(box.bottom, box.top + 40)
    return end > frame.top + 1 && box.top < frame.bottom ? [control.getAttribute('aria-label') ?? control.id] : []
  })
}

/** Lists, and what the menu of a row opens there: questions, choices, figures. */
const ofRows = [
  ['/produtos', 'Vincular perguntas', 'Excluir'],
  ['/caixas', 'Ver detalhes', 'Comparar com os movimentos'],
  ['/user_lojas', 'Remover acesso'],
] as const

/** Whether what has the focus shows from its left to its right end. Runs in the page. */
function isWhollyInSight(): boolean {
  const control = document.activeElement
  const { left = 0, right = 0, top = 0, height = 0 } = control?.getBoundingClientRect() ?? {}
  return [left + 2, right - 2].every(x => control?.contains(document.elementFromPoint(x, top + height / 2)) === true)
}
