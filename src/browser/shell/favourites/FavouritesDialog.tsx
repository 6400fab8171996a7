import { chakra } from '@chakra-ui/react/styled-system'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import type { MenuGroup } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import { useMenu } from '../../router/useRoute.ts'
import { mostFavourites, useFavourites } from './favourites.ts'

const Row = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '2.75rem',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
  },
})

/** The favourites in their order: moved, taken out, and others put in; each step stands at once. */
export default function FavouritesDialog({ onClose }: { onClose(): void }) {
  const say = useTranslate()
  const groups = useMenu('side')
  const [paths, choose] = useFavourites()
  const list = useRef<HTMLUListElement>(null)
  const items = new Map(groups.flatMap(({ items }) => items.map(item => [item.path, item.alone ?? item.title] as const)))
  const shown = paths.filter(path => items.has(path))
  /** Past those of other stores, which are not shown here. */
  const move = (path: string, by: -1 | 1): void => {
    const other = shown[shown.indexOf(path) + by]
    if (other === undefined) return
    choose(paths.map(one => (one === path ? other : one === other ? path : one)))
  }
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
          <chakra.ul ref={list} tabIndex={-1} aria-label={say('menu.favourites')} listStyleType="none" m="0" p="0">
            {shown.map((path, at) => {
              const name = items.get(path) ?? path
              return (
                <Row key={path}>
                  <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
                    {name}
                  </chakra.span>
                  <IconButton label={say('menu.favourite-up', { name })} disabled={at === 0} onClick={() => move(path, -1)}>
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    label={say('menu.favourite-down', { name })}
                    disabled={at === shown.length - 1}
                    onClick={() => move(path, 1)}
                  >
                    <ArrowDown aria-hidden />
                  </IconButton>
                  <IconButton label={say('menu.favourite-drop', { name })} onClick={() => remove(path)}>
                    <X aria-hidden />
                  </IconButton>
                </Row>
              )
            })}
          </chakra.ul>
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
