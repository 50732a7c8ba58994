#include "paddle/tools/infer/images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::infer {
namespace {

using framework::testing::Gzip;
using framework::testing::IdxNumber;
using framework::testing::ImageFile;
using framework::testing::ValuesOf;
using testing::ElementsAre;

std::string LabelFile(const std::string& labels) {
  return IdxNumber(2049) + IdxNumber(labels.size()) + labels;
}

class ImagesTest : public framework::testing::ArrayFilesTest {
 protected:
  framework::Tensor Images(const std::string& bytes) const {
    return ReadImages(Written("images", bytes));
  }
  std::vector<int64_t> Labels(const std::string& bytes) const {
    return ReadLabels(Written("labels", bytes), 10);
  }
};

TEST_F(ImagesTest, ReadsImagesPlainAndCompressed) {
  const std::string bytes = ImageFile(2, 1, 3, "abcdef");
  for (const std::string& file : {bytes, Gzip(bytes)}) {
    const framework::Tensor images = Images(file);
    EXPECT_EQ(images.dims(), framework::Dims({2, 1, 3}));
    EXPECT_THAT(ValuesOf<uint8_t>(images),
                ElementsAre('a', 'b', 'c', 'd', 'e', 'f'));
  }
}

TEST_F(ImagesTest, ReadsLabels) {
  EXPECT_THAT(Labels(LabelFile({3, 0, 9})), ElementsAre(3, 0, 9));
  EXPECT_THAT(Labels(LabelFile("")), ElementsAre());
}

TEST_F(ImagesTest, OtherFilesAreRefused) {
  EXPECT_ERROR(Images(LabelFile("0123456789")), InvalidArgument,
               "no images, which are uint8 of 3 axes, but uint8 [10]");
  EXPECT_ERROR(Labels(ImageFile(2, 1, 3, "abcdef")), InvalidArgument,
               "no labels, which are uint8 of 1 axes");
  EXPECT_ERROR(Labels(LabelFile("") + "x"), InvalidArgument, "more than the 8");
  EXPECT_ERROR(Labels(framework::testing::ZipFile({}, false)), InvalidArgument,
               "labels: 0 arrays, not one");
  EXPECT_ERROR(ReadImages("/nowhere/images"), NotFound, "/nowhere/images");
}

TEST_F(ImagesTest, LabelsAreInRange) {
  EXPECT_ERROR(Labels(LabelFile({3, 10})), InvalidArgument,
               "label 10 of item 1 is not in [0, 10)");
}

}  // namespace
}  // namespace paddle::infer
