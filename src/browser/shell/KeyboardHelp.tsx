import { chakra } from '@chakra-ui/react/styled-system'
import { Kbd } from '../../controls/Kbd.tsx'
import { Dialog } from '../../controls/overlays/Dialog.tsx'
import { useTranslate } from '../data/session.tsx'
import { editingKeys } from '../grid/keyboard/editingKeys.ts'
import { clipboardKeys, gridKeys, rowKeys } from '../grid/keyboard/gridKeys.ts'
import { chordLabels, type KeyBinding } from '../ui/keyboard/chord.ts'
import { pageKeyBindings } from '../ui/keyboard/pageKeys.ts'

/** The tables that the keys are read by, under where they work. */
const helpGroups: readonly { readonly title: string; readonly lines: readonly KeyBinding<unknown>[] }[] = [
  { title: 'work.keys-anywhere', lines: pageKeyBindings.anywhere },
  { title: 'work.keys-list', lines: pageKeyBindings.list },
  { title: 'work.keys-form', lines: pageKeyBindings.form },
  { title: 'work.keys-report', lines: pageKeyBindings.report },
  { title: 'work.keys-grid', lines: [...gridKeys, ...clipboardKeys] },
  { title: 'work.keys-editor', lines: editingKeys },
  { title: 'work.keys-rows', lines: rowKeys },
]

/** Lists the keys. */
export default function KeyboardHelp({ onClose }: { onClose(): void }) {
  const say = useTranslate()
  return (
    <Dialog open text size="md" title={say('work.keys')} closeLabel={say('close')} onClose={onClose}>
      {helpGroups.map(({ title, lines }) => (
        <chakra.section key={title} mb="4">
          <chakra.h3 textStyle="label" color="fg.muted" mb="1">
            {say(title)}
          </chakra.h3>
          <chakra.dl display="grid" rowGap="1.5" m="0">
            {lines.map(({ messageCode, keys }) => (
              <chakra.div
                key={messageCode}
                display="flex"
                flexWrap="wrap"
                justifyContent="space-between"
                columnGap="4"
                rowGap="0.5"
              >
                <dt>{say(messageCode)}</dt>
                <chakra.dd display="flex" flexWrap="wrap" gap="1" justifyContent="flex-end" m="0" ms="auto">
                  {chordLabels(Object.keys(keys)).map(text => (
                    <Kbd key={text}>{text}</Kbd>
                  ))}
                </chakra.dd>
              </chakra.div>
            ))}
          </chakra.dl>
        </chakra.section>
      ))}
    </Dialog>
  )
}
