// Bridg-It and coins.

import { assert, kit, open, test } from '../stage.mjs';

test('Bridg-It by pointing: dots, bridges, the machine’s three words, the end', async () => {
  const page = await open();
  await page.click('#room-bridgit');
  await page.waitForSelector('#board .dots.short');
  assert.equal(await page.locator('#board .bar').count(), 4);
  await kit.sit(page, 'second', 'second', 'perfect');
  await kit.until(page, '#announcement', /cut to move/);
  await kit.click(page, await kit.crossing(page, 3, 3));
  await kit.until(page, '#announcement', /I take [a-s]\d+\. your move/);
  assert.equal((await kit.text(page, '#moves li >> nth=0')).trim(), '1. C3');
  assert.equal(await page.locator('#board .edge.cut').count(), 1);
  for (let i = 0; i < 30; i++) {
    const said = await kit.until(page, '#announcement', /your move|you win|you lose/);
    if (/you/i.test(said) && !/your move/i.test(said)) break;
    const count = await page.locator('#moves li').count();
    await kit.takeHint(page);
    await kit.moved(page, count + 1);
  }
  assert.match(await kit.text(page, '#announcement'), /you win|you lose/i);
  await kit.close(page);
});

test('Bridg-It beside its network, both playable; sizes; refusal', async () => {
  const page = await open();
  await page.click('#room-bridgit');
  await page.click('#shows summary');
  await page.locator('label', { hasText: 'The same game as a network' }).click();
  await page.waitForSelector('#second-frame:not([hidden])');
  await kit.sit(page, 'both');
  await kit.click(page, await kit.crossing(page, 3, 3));
  await kit.until(page, '#moves', /c3/);
  await kit.click(page, await kit.crossing(page, 5, 5, '#second'));
  await kit.until(page, '#moves', /E5/);
  assert.equal(await page.locator('#second .edge.short').count(), 1);
  await kit.board(page, 'size');
  await page.fill('#field-size', '7');
  await page.click('#new-board');
  await kit.until(page, '#title', /M = 7/);
  await page.fill('#field-size', '1');
  await page.click('#new-board');
  await page.waitForSelector('.group:has(#new-board) .error');
  await page.click('#tab-steps');
  await page.click('#chase-start');
  await page.waitForSelector('#board .stroke.double');
  await kit.close(page);
});

test('Shannon’s robot loses Bridg-It to a perfect player moving first', async () => {
  const page = await open();
  await page.click('#room-bridgit');
  await kit.board(page, 'size');
  await page.fill('#field-size', '4');
  await page.click('#new-board');
  await kit.until(page, '#title', /M = 4/);
  await page.click('#tab-play');
  await kit.seat(page, 'watch');
  await page.selectOption('#opponent', 'perfect');
  await page.selectOption('#other', 'analog');
  await page.click('#start');
  await page.fill('#pace', '0');
  await kit.until(page, '#announcement', /short wins/);
  await kit.close(page);
});

/** Puts coins on nodes by name, from nothing. */
async function coins(page, names) {
  await page.click('#mode-draw');
  await page.click('#tool-coins');
  const all = await page.locator('#board .node .name').allTextContents();
  for (let i = 0; i < all.length; i++) {
    const have = Number(await page.locator(`#board [data-node="${i}"] .stack`).getAttribute('data-count'));
    const want = names.filter((n) => n === all[i]).length;
    const at = await kit.nodeAt(page, i);
    for (let k = have; k < want; k++) await kit.click(page, at);
    if (have > want) await page.keyboard.down('Shift');
    for (let k = have; k > want; k--) await kit.click(page, at);
    await page.keyboard.up('Shift');
  }
  await page.click('#mode-play');
}

test('the Butler game of the text: a draw, and two wins, with labels and sums', async () => {
  const page = await open();
  await page.click('#room-coins');
  await kit.gallery(page, 'butler-thawed.coins');
  await page.click('#tab-why');
  await coins(page, ['E', 'R2', 'I']);
  await kit.until(page, '#verdict', /^A draw/);
  await page.locator('label', { hasText: 'Labels on the nodes' }).click();
  await page.waitForSelector('#board .tag.value', { state: 'attached' });
  const labels = await page.locator('#board .tag.value').allTextContents();
  assert.ok(labels.includes('∞(1)') && labels.includes('∞(0,1,2,3)'), labels.join(' '));
  assert.match(await kit.text(page, '#nim'), /I\s+3\s+11\s+R2\s+0\s+00\s+E\s+∞\(1\)\s+–\s+Sum\s+3\s+11/);
  await page.locator('label', { hasText: 'Mark every move' }).click();
  await page.waitForSelector('#board .mark.even', { state: 'attached' });
  await kit.gallery(page, 'butler-looped.coins');
  await page.click('#tab-why');
  await coins(page, ['A2', 'T', 'I']);
  await kit.until(page, '#verdict', /Whoever is to move wins/);
  await page.waitForSelector('#board .mark.win', { state: 'attached' });
  await kit.close(page);
});

test('the Butler game is played to its end by pointing, against the machine', async () => {
  const page = await open();
  await page.click('#room-coins');
  await kit.gallery(page, 'butler-snowed.coins');
  await coins(page, ['9', 'G']);
  await kit.sit(page, 'choose');
  await kit.until(page, '#announcement', /I move|move second|first/);
  for (let i = 0; i < 40; i++) {
    const said = await kit.until(page, '#announcement', /your move|to move|you move first|I win/);
    if (/I win/i.test(said)) break;
    await kit.settled(page);
    const count = await page.locator('#moves li').count();
    await page.click('#tab-why');
    await kit.analyse(page);
    const row = page.locator('#effects tbody tr').first();
    await row.waitFor();
    const [from, to] = (await row.locator('td').first().innerText()).split(' → ');
    const all = await page.locator('#board .node .name').allTextContents();
    await page.click('#tab-play');
    await kit.click(page, await kit.nodeAt(page, all.indexOf(from)));
    await page.waitForSelector('#board .edge.chosen', { state: 'attached' });
    await kit.click(page, await kit.nodeAt(page, all.indexOf(to)));
    await kit.moved(page, count + 1);
  }
  assert.match(await kit.text(page, '#announcement'), /made the last move.*I win/i);
  await kit.close(page);
});

test('a digraph of one’s own: arrows, a loop, coins; a coin game record', async () => {
  const page = await open();
  await page.click('#room-coins');
  await kit.board(page, 'open');
  await page.fill('#paste', 'home away\naway away\n');
  await page.click('#read');
  await kit.until(page, '#title', /2 nodes, 2 arrows/);
  assert.equal(await page.locator('#board .head').count(), 1);
  await coins(page, ['home']);
  await page.click('#tab-play');
  await kit.sit(page, 'both');
  await page.click('#hint');
  const all = await page.locator('#board .node .name').allTextContents();
  await kit.click(page, await kit.nodeAt(page, all.indexOf('home')));
  await kit.click(page, await kit.nodeAt(page, all.indexOf('away')));
  await kit.until(page, '#moves', /home → away/);
  await kit.board(page, 'save');
  assert.match(String((await kit.download(page, '#export-record')).bytes), /# move 1: home away/);
  await kit.board(page, 'open');
  await page.fill('#paste', 'a b c\n');
  await page.click('#read');
  assert.match(await kit.until(page, '#paste-error', /line 1/), /line 1/);
  await kit.close(page);
});
