import type { ComponentChild } from 'preact';
import type { ActionName } from '../view/panels/protocol.ts';

/** What is drawn in place of the label of a button at the top of a page. */
export const ICONS: Readonly<Partial<Record<ActionName, ComponentChild>>> = {
  refresh: <Icon path="M13.2 8a5.2 5.2 0 1 1-1.6-3.7M13.4 1.8v3h-3" />,
  copySlug: <Icon path="M5.5 4.5v-2h8v9h-2M2.5 4.5h8v9h-8z" />,
};

function Icon({ path }: { readonly path: string }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
