import { chakra } from '@chakra-ui/react/styled-system'
import { Dialog } from '../../controls/Dialog.tsx'
import { Kbd } from '../../controls/Kbd.tsx'
import { useSay } from '../data/session.tsx'

/** Every shortcut there is, by where it works; several ways stand side by side. */
const groups: readonly { readonly title: string; readonly keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    title: 'work.keys-anywhere',
    keys: [
      ['Ctrl+K', 'work.key-find'],
      ['?', 'work.key-help'],
      ['Esc', 'work.key-close'],
    ],
  },
  { title: 'work.keys-form', keys: [['Ctrl+S', 'work.key-save']] },
  {
    title: 'work.keys-grid',
    keys: [
      ['← ↑ → ↓ / Tab / Enter', 'work.key-move'],
      ['Home / End', 'work.key-ends'],
      ['PageUp / PageDown', 'work.key-pages'],
      ['F2', 'work.key-edit'],
      ['Shift+← ↑ → ↓', 'work.key-select'],
      ['Ctrl+C', 'work.key-copy'],
      ['Ctrl+V', 'work.key-paste'],
      ['Ctrl+D', 'work.key-fill'],
      ['Ctrl+Z', 'work.key-undo'],
    ],
  },
]

/** What the keyboard can do. */
export default function KeysHelp({ onClose }: { onClose(): void }) {
  const say = useSay()
  return (
    <Dialog open size="md" title={say('work.keys')} closeLabel={say('close')} onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <chakra.section key={title} mb="4">
          <chakra.h3 textStyle="label" color="fg.muted" mb="1">
            {say(title)}
          </chakra.h3>
          <chakra.dl display="grid" gridTemplateColumns="minmax(0, 1fr) auto" rowGap="1.5" columnGap="4">
            {keys.map(([key, does]) => (
              <chakra.div key={key} display="contents">
                <dt>{say(does)}</dt>
                <dd>
                  <Kbd>{key}</Kbd>
                </dd>
              </chakra.div>
            ))}
          </chakra.dl>
        </chakra.section>
      ))}
    </Dialog>
  )
}
