import { chakra } from '@chakra-ui/react/styled-system'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import type { MenuGroup } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import { useMenu } from '../../router/useRoute.ts'
import { OrderedRows } from '../../ui/OrderedRows.tsx'
import { mostFavourites, useFavourites } from './favourites.ts'

/** The favourites in their order: moved, taken out, and others put in; each step stands at once. */
export default function FavouritesDialog({ onClose }: { onClose(): void }) {
  const say = useTranslate()
  const groups = useMenu('side')
  const [paths, choose] = useFavourites()
  const list = useRef<HTMLUListElement>(null)
  const items = new Map(groups.flatMap(({ items }) => items.map(item => [item.path, item.alone ?? item.title] as const)))
  // Those of other stores are not shown here.
  const shown = paths.filter(path => items.has(path))
  const remove = (path: string): void => {
    choose(paths.filter(one => one !== path))
    list.current?.focus()
  }
  return (
    <Dialog
      open
      size="md"
      title={say('menu.favourites')}
      closeLabel={say('close')}
      onClose={onClose}
      footer={
        <Button look="solid" onClick={onClose}>
          {say('close')}
        </Button>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="4" pt="1">
        {paths.length < mostFavourites && (
          <FormField id="favourite-new" label={say('menu.favourite-choose')}>
            <Select
              id="favourite-new"
              data-autofocus
              value=""
              blank={say('list.mass-choose')}
              options={offered(groups, paths)}
              onChange={path => path !== '' && choose([...paths, path])}
            />
          </FormField>
        )}
        {shown.length === 0 ? (
          <EmptyState title={say('menu.favourites-none')} />
        ) : (
          <OrderedRows
            label={say('menu.favourites')}
            listRef={list}
            rows={shown.map(path => ({ id: path, title: items.get(path) ?? path }))}
            order={paths}
            onOrder={choose}
            further={({ id, title }) => (
              <IconButton label={say('menu.favourite-drop', { name: title })} onClick={() => remove(id)}>
                <X aria-hidden />
              </IconButton>
            )}
          />
        )}
      </chakra.div>
    </Dialog>
  )
}

/** Screens that are no favourites yet, with their groups, as two may have the same name. */
const offered = (groups: readonly MenuGroup[], paths: readonly string[]) =>
  groups.flatMap(group =>
    group.items
      .filter(({ path }) => !paths.includes(path))
      .map(({ path, title }) => ({ value: path, title: group.flat ? title : `${group.title} · ${title}` })),
  )
