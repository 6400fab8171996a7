import { words } from '../../base/text.ts'
import { Dialog } from '../../controls/Dialog.tsx'
import { Finder, type Found } from '../../controls/Finder.tsx'
import { Icon } from '../../controls/Icon.tsx'
import type { MenuGroup } from '../../model/model.ts'
import { useSay } from '../data/session.tsx'
import { useNavigate } from '../router/router.tsx'
import { mostUsed } from './usage.ts'
import { useMenu } from './usePlace.ts'

/** Ctrl+K: type a few letters of a screen's name and go there. Without text the most used come first. */
export default function Palette({ open, onClose }: { readonly open: boolean; onClose(): void; onKeys(): void }) {
  const say = useSay()
  const navigate = useNavigate()
  const side = useMenu('side')
  const user = useMenu('user')
  return (
    <Dialog open={open} bare title={say('frame.search')} closeLabel={say('close')} place="top" onClose={onClose}>
      <div style={{ display: 'flex', flexDirection: 'column', maxHeight: 'min(28rem, 70dvh)' }}>
        <Finder
          label={say('frame.search')}
          placeholder={say('frame.search-placeholder')}
          find={text => screensLike([...side, ...user], text)}
          empty={text => say('frame.search-none', { text })}
          onChoose={found => {
            onClose()
            navigate(found.id)
          }}
        />
      </div>
    </Dialog>
  )
}

/** Screens of which every typed word starts a word of the title or of its group; better starts first. */
export function screensLike(groups: readonly MenuGroup[], text: string): readonly Found[] {
  const typed = words(text)
  const rank = (title: string, group: string) => {
    const own = words(title)
    const all = [...own, ...words(group)]
    if (!typed.every(word => all.some(other => other.startsWith(word)))) return undefined
    return (
      typed.filter(word => own.some(other => other.startsWith(word))).length + (own[0]?.startsWith(typed[0] ?? '\0') ? 0.5 : 0)
    )
  }
  return mostUsed(groups, Number.POSITIVE_INFINITY)
    .flatMap(({ item, group }) => {
      const fit = rank(item.title, group.title)
      return fit === undefined
        ? []
        : [{ fit, id: item.path, title: item.title, detail: group.title, icon: <Icon name={item.icon ?? group.icon} /> }]
    })
    .sort((a, b) => b.fit - a.fit)
}
