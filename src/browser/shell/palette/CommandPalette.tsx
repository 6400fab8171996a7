import { EyeOff, FileText, History, Keyboard, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FoundRecord } from '../../../api/search.ts'
import { Finder } from '../../../controls/Finder.tsx'
import type { FinderOption } from '../../../controls/finderOption.ts'
import { Icon } from '../../../controls/Icon.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import type { MenuGroup } from '../../../model/model.ts'
import { opensCreation, opensPages } from '../../../model/register.ts'
import { call } from '../../data/api.ts'
import { useMay, useModel, useSession, useTranslate } from '../../data/session.tsx'
import { useLocation, useNavigate } from '../../router/router.tsx'
import { useMenu } from '../../router/useRoute.ts'
import type { BufferedKeystrokes } from '../../ui/keyboard/bufferKeystrokes.ts'
import { menuItemsByUse, useMenuVisits } from '../menuUsage.ts'
import { type RecentRecord, recentRecords } from '../recentRecords.ts'
import { bestRows, type PaletteRow, rowAddress, startsAll, uniqueRows } from './paletteFit.ts'

export interface CommandPaletteProps {
  readonly open: boolean
  /** Returns the keys typed behind Ctrl+K before this was there. */
  typed(): BufferedKeystrokes
  onClose(): void
  onKeys(): void
}

/**
 * Ctrl+K: a few letters of a screen's name, of an action or a record, and go there. Without text what was used lately and the most
 * used screens come first.
 */
export default function CommandPalette({ open, typed, onClose, onKeys }: CommandPaletteProps) {
  const say = useTranslate()
  const navigate = useNavigate()
  const { user } = useSession()
  const side = useMenu('side')
  const userMenu = useMenu('user')
  const actions = useActions()
  const { recordsFor, coming, look } = useRecords()
  const visits = useMenuVisits()
  const find = (text: string): readonly FinderOption[] => {
    const screens = screenRows([...side, ...userMenu], visits)
    const rows = text.trim() === '' ? screens.map(({ option }) => option) : bestRows([...screens, ...actions], text)
    if (text.trim() !== '') return uniqueRows([...rows, ...recordsFor(text)])
    return uniqueRows([...home(rows), ...recentRecords(user.id).map(one => recentFound(one, say)), ...rows])
  }
  return (
    <Dialog open={open} bare title={say('work.find')} closeLabel={say('close')} place="top" onClose={onClose}>
      <div style={{ display: 'flex', flexDirection: 'column', maxHeight: 'min(28rem, 70dvh)' }}>
        <Finder
          label={say('work.find')}
          placeholder={say('work.find-placeholder')}
          find={find}
          empty={text => (coming ? say('searching') : say('work.find-none', { text }))}
          onText={look}
          coming={coming}
          typed={typed}
          onChoose={found => {
            onClose()
            if (found.id === keysId) onKeys()
            else navigate(rowAddress(found.id))
          }}
        />
      </div>
    </Dialog>
  )
}

const keysId = 'keys'

const recentFound = ({ path, title, detail }: RecentRecord, say: Translate): FinderOption => ({
  id: `recent:${path}`,
  title,
  detail: `${say('work.recent')} · ${detail}`,
  icon: <History aria-hidden />,
})

/** Returns the actions from anywhere: begin a record, see the keys, ask why something is hidden on the page at hand. */
function useActions(): readonly PaletteRow[] {
  const say = useTranslate()
  const may = useMay()
  const model = useModel()
  const { pathname } = useLocation()
  return useMemo(() => {
    const detail = say('work.action')
    const begins = Object.values(model.registers)
      .filter(
        register =>
          register.parent === undefined && register.scope !== 'self' && opensCreation(register, may) && opensPages(register, may),
      )
      .flatMap(({ gender, singular, views }) => {
        const title = views.list.create || say(gender === 'f' ? 'new-f' : 'new', { singular })
        const path = `${views.path}/create`
        const { variants } = views.form
        if (variants.length === 0) return [{ id: `new:${path}`, title, detail, icon: <Plus aria-hidden /> }]
        return variants.map(one => ({
          id: `new:${path}?variant=${one.id}`,
          title: one.title,
          detail,
          icon: <Plus aria-hidden />,
        }))
      })
    const why = Object.values(model.screens)
      .filter(({ body, gate }) => 'runtime' in body && body.runtime === 'explain' && may(gate))
      .map(({ path, title }) => ({
        id: `why:${path}?caminho=${encodeURIComponent(pathname)}`,
        title,
        detail: pathname,
        icon: <EyeOff aria-hidden />,
      }))
    const all = [...begins, { id: keysId, title: say('work.keys'), detail, icon: <Keyboard aria-hidden /> }, ...why]
    return all.map(option => ({ option, names: { titles: [option.title] } }))
  }, [say, may, model, pathname])
}

/** Milliseconds that typing rests before the server is asked. */
const rest = 150

interface Records {
  /** Those found for a text; until its answer is there, what is left of the one before that is sure to fit. */
  recordsFor(text: string): readonly FinderOption[]
  /** Whether the answer for what was typed last is on its way. */
  readonly coming: boolean
  look(text: string): void
}

/** Records that the server finds for what was typed; of those, the ones in sight of whoever the pages are shown as. */
function useRecords(): Records {
  const { registers } = useModel()
  const say = useTranslate()
  const may = useMay()
  const inSight = ({ register }: FoundRecord): boolean => {
    const known = registers[register]
    return known !== undefined && opensPages(known, may)
  }
  const [asked, setAsked] = useState('')
  const [answer, setAnswer] = useState<{ readonly to: string; readonly records: readonly FinderOption[] }>({
    to: '',
    records: [],
  })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const look = (text: string): void => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const q = text.trim()
    setAsked(q)
    if (q === '') {
      setAnswer({ to: '', records: [] })
      return
    }
    const told = (records: readonly FinderOption[]): unknown => control.signal.aborted || setAnswer({ to: q, records })
    setTimeout(() => {
      if (control.signal.aborted) return
      call<FoundRecord[]>('GET', 'buscar', { query: { q }, signal: control.signal, noRetry: true, keepSession: true }).then(
        ({ data }) => told(data.filter(inSight).map(one => found(one, say))),
        () => told([]),
      )
    }, rest)
  }
  const recordsFor = (text: string): readonly FinderOption[] =>
    text.trim() === answer.to ? answer.records : answer.records.filter(one => startsAll(one.title, text))
  return { recordsFor, coming: asked !== answer.to, look }
}

const found = ({ path, title, code, label, note, like }: FoundRecord, say: Translate): FinderOption => ({
  id: `record:${path}`,
  ...(like ? { like } : {}),
  title: label,
  detail: [like ? say('work.like') : '', title, note ?? code].filter(Boolean).join(' · '),
  icon: <FileText aria-hidden />,
})

/** The page at the root comes before all that was used. */
const home = (rows: readonly FinderOption[]): readonly FinderOption[] => rows.filter(({ id }) => id === '/')

/** The screens of the menus, the most used first. */
function screenRows(groups: readonly MenuGroup[], visits: Readonly<Record<string, number>>): readonly PaletteRow[] {
  return menuItemsByUse(groups, visits).map(({ item, group }) => ({
    option: {
      id: item.path,
      title: item.alone ?? item.title,
      detail: group.flat ? undefined : group.title,
      icon: <Icon name={item.icon ?? group.icon} />,
    },
    names: {
      titles: item.alone === undefined ? [item.title] : [item.alone, item.title],
      ...(item.synonyms ? { synonyms: item.synonyms } : {}),
      beside: group.title,
    },
  }))
}
