import { sizeSideBar } from '../../../../tools/start/tour.ts';
import { cutHeaders, cutNumbers } from './cut-texts.ts';
import { showOnly } from './flows.ts';
import type { Workbench } from './workbench.ts';

/** Of a view that are looked at. */
const SCREENS = 3;
/** How many groups of a view are opened. */
const GROUPS = 12;

/** Names of the views as the window shows them. */
export interface ViewTitles {
  readonly all: readonly string[];
  /** Looked at after their groups were opened. */
  readonly grouped: readonly string[];
  readonly flat: readonly string[];
}

const ENGLISH: ViewTitles = {
  all: ['Watchlist', 'Markets', 'Events', 'Orders', 'Positions', 'Activity', 'Alerts'],
  grouped: ['Markets', 'Events'],
  flat: ['Orders', 'Positions', 'Activity'],
};

/** Rows and titles that end inside a number in a side bar so wide, pixels. */
export async function cutInViews(
  workbench: Workbench,
  width: number,
  { all, grouped, flat } = ENGLISH,
): Promise<readonly string[]> {
  await sizeSideBar(workbench, width);
  const cut = new Set<string>();
  for (const name of [...grouped, ...flat]) {
    const view = await showOnly(workbench, name, all);
    await view.waitForRows();
    for (const text of await cutHeaders(workbench.page)) cut.add(text);
    if (grouped.includes(name)) await view.expandGroups(GROUPS);
    await view.eachScreen(async () => {
      for (const text of await cutNumbers(workbench.page)) cut.add(text);
    }, SCREENS);
  }
  return [...cut];
}
